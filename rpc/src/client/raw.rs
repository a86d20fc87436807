//! The frame is made once and sent as it is, over `h2`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use h2::client::{Builder, SendRequest};
use http::header::{CONTENT_TYPE, HeaderMap, TE};
use http::{HeaderName, HeaderValue, Method, Request, Uri};
use percent_encoding::percent_decode;
use tokio::net::TcpStream;
use tonic::Code;

use super::batch::{Batched, GATHERING};
use super::call::{Call, PREFIX, STREAM};
use super::target::Target;
use super::{Answer, Engine, Error, RETRY};

/// What the client lets come before it says more: an answer of 1 MiB never waits for leave.
const WINDOW: u32 = 1 << 30;

/// A connection that is not there by then does not come.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

const STATUS: HeaderName = HeaderName::from_static("grpc-status");
const MESSAGE: HeaderName = HeaderName::from_static("grpc-message");

/// Some connections to one server, and the call.
pub struct Raw {
    lines: Vec<Rc<Line>>,
    head: Request<()>,
    frame: Bytes,
    call: Call,
}

/// One connection, which is made anew when it is lost.
struct Line {
    target: Target,
    /// Whether its frames gather.
    gathers: bool,
    /// The way into it.
    way: RefCell<(SendRequest<Bytes>, Batched)>,
    /// How often it was made anew.
    generation: Cell<u64>,
    /// Held by who makes it anew.
    making: tokio::sync::Mutex<()>,
}

/// One request in flight.
pub struct Slot {
    line: Rc<Line>,
    generation: u64,
    sender: SendRequest<Bytes>,
    stream: Batched,
    head: Request<()>,
    /// The last request broke the connection.
    broken: bool,
}

impl Raw {
    /// Connects.
    pub async fn connect(target: Target, connections: u32, call: &Call) -> Result<Self, Error> {
        let frame = call.frame();
        let gathers = GATHERING.contains(&frame.len());
        let mut lines = Vec::new();
        for _ in 0..connections.max(1) {
            let way = connect(target, gathers)
                .await
                .map_err(|why| Error::Connect {
                    address: target.address(),
                    why,
                })?;
            lines.push(Rc::new(Line {
                target,
                gathers,
                way: RefCell::new(way),
                generation: Cell::new(0),
                making: tokio::sync::Mutex::new(()),
            }));
        }
        let uri = Uri::builder()
            .scheme("http")
            .authority(target.address().to_string())
            .path_and_query(call.name.path())
            .build()
            .map_err(|error| Error::Connect {
                address: target.address(),
                why: error.to_string(),
            })?;
        let mut head = Request::new(());
        *head.method_mut() = Method::POST;
        *head.uri_mut() = uri;
        head.headers_mut()
            .insert(TE, HeaderValue::from_static("trailers"));
        head.headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
        Ok(Raw {
            lines,
            head,
            frame,
            call: call.clone(),
        })
    }

    async fn exchange(&self, slot: &mut Slot, mut keep: Option<&mut BytesMut>) -> Answer {
        match self.tried(slot, &mut keep).await {
            Ok(answer) => {
                slot.stream.answered(answer.bytes);
                answer
            }
            Err(error) => slot.lost(&error),
        }
    }

    async fn tried(
        &self,
        slot: &mut Slot,
        keep: &mut Option<&mut BytesMut>,
    ) -> Result<Answer, h2::Error> {
        // Waits while the server allows no more streams.
        std::future::poll_fn(|context| slot.sender.poll_ready(context)).await?;
        let (response, mut body) = slot.sender.send_request(slot.head.clone(), false)?;
        body.send_data(self.frame.clone(), true)?;
        let (head, mut from) = response.await?.into_parts();
        let mut bytes = 0;
        let mut prefix = BytesMut::new();
        while let Some(data) = from.data().await {
            let data = data?;
            bytes += data.len();
            if prefix.len() < PREFIX {
                prefix.extend_from_slice(&data[..data.len().min(PREFIX - prefix.len())]);
            }
            let _ = from.flow_control().release_capacity(data.len());
            if let Some(keep) = keep {
                keep.extend_from_slice(&data);
            }
        }
        let trailers = from.trailers().await?;
        // A call that fails at once has its status in the head.
        let said = trailers.as_ref().unwrap_or(&head.headers);
        Ok(status(said, &prefix, bytes))
    }
}

impl Engine for Raw {
    type Slot = Slot;

    fn slot(&self, number: usize) -> Slot {
        let line = self.lines[number % self.lines.len()].clone();
        let (generation, (sender, stream)) = (line.generation.get(), line.way.borrow().clone());
        let mut head = self.head.clone();
        let name = self
            .call
            .stream(number)
            .and_then(|name| HeaderValue::from_str(name).ok());
        if let Some(name) = name {
            head.headers_mut().insert(STREAM, name);
        }
        Slot {
            line,
            generation,
            sender,
            stream,
            head,
            broken: false,
        }
    }

    async fn ready(&self, slot: &mut Slot) {
        if std::mem::take(&mut slot.broken) {
            slot.renew().await;
        } else if slot.line.generation.get() > slot.generation {
            slot.take();
        }
    }

    async fn call(&self, slot: &mut Slot) -> Answer {
        self.exchange(slot, None).await
    }

    async fn once(&self, slot: &mut Slot) -> (Answer, Bytes) {
        let mut all = BytesMut::new();
        let answer = self.exchange(slot, Some(&mut all)).await;
        if all.len() >= PREFIX {
            all.advance(PREFIX);
        }
        (answer, all.freeze())
    }
}

impl Slot {
    /// What a request that broke is counted as.
    fn lost(&mut self, error: &h2::Error) -> Answer {
        if let Some(reason) = error.reason().filter(|_| error.is_reset()) {
            // As gRPC over HTTP/2 maps them ("HTTP2 Transport Mapping", Errors).
            let code = match reason {
                h2::Reason::REFUSED_STREAM => Code::Unavailable,
                h2::Reason::CANCEL => Code::Cancelled,
                h2::Reason::ENHANCE_YOUR_CALM => Code::ResourceExhausted,
                h2::Reason::INADEQUATE_SECURITY => Code::PermissionDenied,
                _ => Code::Internal,
            };
            return Answer::error(code, format!("the stream was reset: {reason}"));
        }
        self.broken = true;
        Answer::broken(format!("the connection was lost: {error}"))
    }

    /// Takes the line's connection as it is now.
    fn take(&mut self) {
        self.generation = self.line.generation.get();
        (self.sender, self.stream) = self.line.way.borrow().clone();
    }

    /// Takes the line's new connection, or makes it where nobody else does or did.
    async fn renew(&mut self) {
        tokio::time::sleep(RETRY).await;
        let line = self.line.clone();
        if line.generation.get() == self.generation {
            let Ok(_making) = line.making.try_lock() else {
                return;
            };
            if let Ok(way) = connect(line.target, line.gathers).await {
                *line.way.borrow_mut() = way;
                line.generation.set(line.generation.get() + 1);
            }
        }
        self.take();
    }
}

async fn connect(target: Target, gathers: bool) -> Result<(SendRequest<Bytes>, Batched), String> {
    let stream = tokio::time::timeout(PATIENCE, TcpStream::connect(target.address()))
        .await
        .map_err(|_| format!("no connection within {PATIENCE:?}"))?
        .map_err(|error| error.to_string())?;
    stream
        .set_nodelay(true)
        .map_err(|error| error.to_string())?;
    let stream = Batched::new(stream, gathers);
    let driver = stream.clone();
    let (sender, connection) = Builder::new()
        .initial_window_size(WINDOW)
        .initial_connection_window_size(WINDOW)
        .enable_push(false)
        // Until the server says how many it takes: what is above that is refused, and an error of nobody's.
        .initial_max_send_streams(1)
        .handshake(stream.clone())
        .await
        .map_err(|error| error.to_string())?;
    tokio::task::spawn_local(async move {
        // What ends it is what its requests see.
        let _ = driver.driven(connection).await;
    });
    Ok((sender, stream))
}

/// What trailers say. Without a status there is no answer, whatever came, and with status 0 one message must have come, whole.
fn status(said: &HeaderMap, prefix: &[u8], bytes: usize) -> Answer {
    let code = said
        .get(STATUS)
        .map(|code| Code::from_bytes(code.as_bytes()));
    match (code, prefix) {
        (Some(Code::Ok), &[0, a, b, c, d]) => {
            let (length, came) = (u32::from_be_bytes([a, b, c, d]) as usize, bytes - PREFIX);
            match length == came {
                true => Answer::ok(came as u64),
                false => Answer::error(
                    Code::Internal,
                    format!("a message of {length} bytes, of which {came} came"),
                ),
            }
        }
        (Some(Code::Ok), _) => Answer::error(Code::Internal, "status 0 and no message"),
        (Some(code), _) => {
            // Percent-encoded (gRPC over HTTP/2, "Percent-Encoded").
            let said = said
                .get(MESSAGE)
                .map(|said| percent_decode(said.as_bytes()).decode_utf8_lossy());
            Answer::error(code, said.unwrap_or_default())
        }
        (None, _) => Answer::error(Code::Unknown, "the answer ended without a grpc-status"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trailers(code: &'static str, said: &'static str) -> HeaderMap {
        let mut map = HeaderMap::new();
        map.insert(STATUS, HeaderValue::from_static(code));
        map.insert(MESSAGE, HeaderValue::from_static(said));
        map
    }

    #[test]
    fn an_answer_is_ok_only_where_its_message_is_whole() {
        let ok = trailers("0", "");
        assert_eq!(status(&ok, &[0, 0, 0, 0, 3], 8).code, Code::Ok);
        for (prefix, bytes) in [
            (&[0, 0, 0, 0, 3][..], 7),
            (&[0, 0, 0, 0, 3], 9),
            (&[0, 0], 2),
            (&[1, 0, 0, 0, 3], 8),
        ] {
            assert_eq!(
                status(&ok, prefix, bytes).code,
                Code::Internal,
                "{prefix:?} {bytes}"
            );
        }
        assert_eq!(
            status(&HeaderMap::new(), &[0, 0, 0, 0, 3], 8).code,
            Code::Unknown
        );
        let failed = status(&trailers("8", "too%20long"), &[], 0);
        assert_eq!(
            (failed.code, failed.said.as_str()),
            (Code::ResourceExhausted, "too long")
        );
    }
}
