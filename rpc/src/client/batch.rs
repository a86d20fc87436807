//! A connection whose short writes go out together, and whose short answers come a few at a time.
//!
//! `h2` writes each frame of data by itself, a system call for every request of a few KiB. Here frames gather while the connection is
//! polled, and what gathered goes out when it has said all that it had to say.
//!
//! `h2` takes all that has come before anybody who waited for it runs. Of short answers that is every request in flight, so client and server
//! would work in turns, each while the other waits. So after a few of them whoever waited runs first, and sends its next request.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// So much gathers at most, in bytes.
const ROOM: usize = 64 << 10;
/// A write of so many bytes goes out by itself: copying it would cost more than a system call.
const LARGE: usize = 8 << 10;

/// Frames that gather: longer than what `h2` gathers by itself, and not so long that a system call each is cheaper.
pub const GATHERING: std::ops::Range<usize> = 256..LARGE;

/// Answers shorter than this come a few at a time; the time in which a longer one is read is long enough for the server to go on.
const SHORT: u64 = 256;
/// So many bytes of them are read at once.
const FEW: usize = 512;

/// The connection as `h2` has it. Clones are the same one.
#[derive(Clone)]
pub struct Batched(Rc<RefCell<Inner>>);

struct Inner {
    stream: TcpStream,
    out: BytesMut,
    gathers: bool,
    /// Whether answers are short.
    short: bool,
    /// Whether others run before more is read.
    pauses: bool,
}

impl Batched {
    /// Around a connection, whose writes go out at once unless it `gathers`. [`Batched::driven`] must be what polls its user.
    pub fn new(stream: TcpStream, gathers: bool) -> Self {
        let out = BytesMut::with_capacity(if gathers { ROOM } else { 0 });
        Batched(Rc::new(RefCell::new(Inner {
            stream,
            out,
            gathers,
            short: false,
            pauses: false,
        })))
    }

    /// An answer had so many bytes; the next ones will have about as many.
    pub fn answered(&self, bytes: u64) {
        self.0.borrow_mut().short = bytes < SHORT;
    }

    /// Polls a connection of `h2` over this, and sends what gathered each time.
    pub async fn driven<T>(self, connection: impl Future<Output = T>) -> T {
        let mut connection = pin!(connection);
        poll_fn(|context| {
            let done = connection.as_mut().poll(context);
            // A connection that is broken says so to who reads it as well, or writes to it again.
            let _ = self.0.borrow_mut().drain(context);
            done
        })
        .await
    }
}

impl Inner {
    fn drain(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.out.is_empty() {
            match ready!(Pin::new(&mut self.stream).poll_write(context, &self.out))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => self.out.advance(written),
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Batched {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut inner = self.0.borrow_mut();
        if std::mem::take(&mut inner.pauses) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if !inner.short || buffer.remaining() <= FEW {
            return Pin::new(&mut inner.stream).poll_read(context, buffer);
        }
        let mut few = ReadBuf::new(buffer.initialize_unfilled_to(FEW));
        ready!(Pin::new(&mut inner.stream).poll_read(context, &mut few))?;
        let read = few.filled().len();
        buffer.advance(read);
        inner.pauses = read == FEW;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Batched {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut inner = self.0.borrow_mut();
        let length: usize = parts.iter().map(|part| part.len()).sum();
        if length >= LARGE || inner.out.len() + length > ROOM {
            ready!(inner.drain(context))?;
        }
        if length >= LARGE || !inner.gathers {
            return Pin::new(&mut inner.stream).poll_write_vectored(context, parts);
        }
        for part in parts {
            inner.out.extend_from_slice(part);
        }
        Poll::Ready(Ok(length))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Does nothing: `h2` asks for it after every frame, and [`Batched::driven`] sends when it is done.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut inner = self.0.borrow_mut();
        ready!(inner.drain(context))?;
        Pin::new(&mut inner.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// Short and long parts arrive in their order, whole.
    #[test]
    fn what_is_written_arrives_in_order() {
        arrives(true);
        arrives(false);
    }

    fn arrives(gathers: bool) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let lengths = [
            1,
            100,
            LARGE - 1,
            LARGE,
            3,
            200_000,
            7,
            ROOM,
            40,
            LARGE - 1,
            LARGE - 1,
        ];
        let sent: Vec<Vec<u8>> = lengths
            .iter()
            .enumerate()
            .map(|(at, &length)| vec![at as u8; length])
            .collect();
        let expected = sent.concat();
        let arrived = tokio::task::LocalSet::new().block_on(&runtime, async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let address = listener.local_addr().expect("it is bound");
            let stream = TcpStream::connect(address).await.expect("it listens");
            let (mut there, _) = listener.accept().await.expect("it was connected");
            let mut here = Batched::new(stream, gathers);
            let shared = here.clone();
            tokio::task::spawn_local(shared.driven(async move {
                for part in &sent {
                    here.write_all(part).await.expect("it takes them");
                }
                here.shutdown().await.expect("it was open");
            }));
            let mut arrived = Vec::new();
            there
                .read_to_end(&mut arrived)
                .await
                .expect("it is readable");
            arrived
        });
        assert!(
            arrived == expected,
            "{} bytes of {}",
            arrived.len(),
            expected.len()
        );
    }
}
