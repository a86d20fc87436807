//! What tonic's parts are given their bytes from, one piece at a time.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame};
use tokio_stream::Stream;
use tonic::Status;

/// Place for one piece. tonic wants what it reads from to be `Send`, hence the lock, which nobody ever waits for.
#[derive(Debug, Default)]
pub(super) struct Slot(Mutex<Next>);

#[derive(Debug, Default)]
enum Next {
    /// Not there yet.
    #[default]
    Pending,
    Piece(Bytes),
    End,
}

/// The side that takes: a body of DATA frames for a decoder, or a stream of messages for an encoder. Pending where nothing was put,
/// and whoever puts something polls again, so that no waker is kept.
#[derive(Debug)]
pub(super) struct Taken(pub(super) Arc<Slot>);

impl Slot {
    /// Puts a piece where the one before has been taken.
    #[inline]
    pub(super) fn put(&self, piece: Bytes) {
        *self.next() = Next::Piece(piece);
    }

    /// Nothing comes any more.
    pub(super) fn close(&self) {
        *self.next() = Next::End;
    }

    #[inline]
    fn next(&self) -> MutexGuard<'_, Next> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn poll(&self) -> Poll<Option<Bytes>> {
        let mut next = self.next();
        match std::mem::take(&mut *next) {
            Next::Pending => Poll::Pending,
            Next::Piece(piece) => Poll::Ready(Some(piece)),
            Next::End => {
                *next = Next::End;
                Poll::Ready(None)
            }
        }
    }
}

impl Body for Taken {
    type Data = Bytes;
    type Error = Status;

    #[inline]
    fn poll_frame(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        self.0
            .poll()
            .map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}

impl Stream for Taken {
    type Item = Result<Bytes, Status>;

    #[inline]
    fn poll_next(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll().map(|piece| piece.map(Ok))
    }
}
