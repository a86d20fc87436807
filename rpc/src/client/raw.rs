//! The frame is made once and sent as it is, over `h2`.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use h2::client::{Builder, SendRequest};
use http::header::{CONTENT_TYPE, HeaderMap, TE};
use http::{HeaderName, HeaderValue, Method, Request, Uri};
use tokio::net::TcpStream;
use tonic::Code;

use super::batch::Batched;
use super::call::{Call, PREFIX, STREAM};
use super::target::Target;
use super::{Answer, Engine, Error};

/// What the client lets come before it says more: an answer of 1 MiB never waits for leave.
const WINDOW: u32 = 1 << 30;
/// A server that is gone is asked again this often.
const RETRY: Duration = Duration::from_millis(100);

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
    /// How often it was made, and the way into it.
    sender: RefCell<(u64, SendRequest<Bytes>)>,
    /// Held by who makes it anew.
    making: tokio::sync::Mutex<()>,
}

/// One request in flight.
pub struct Slot {
    line: Rc<Line>,
    generation: u64,
    sender: SendRequest<Bytes>,
    head: Request<()>,
}

impl Raw {
    /// Connects.
    pub async fn connect(target: Target, connections: u32, call: &Call) -> Result<Self, Error> {
        let mut lines = Vec::new();
        for _ in 0..connections.max(1) {
            let sender = connect(target).await.map_err(|why| Error::Connect {
                address: target.address(),
                why,
            })?;
            lines.push(Rc::new(Line {
                target,
                sender: RefCell::new((0, sender)),
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
            frame: call.frame(),
            call: call.clone(),
        })
    }

    async fn exchange(&self, slot: &mut Slot, mut keep: Option<&mut BytesMut>) -> Answer {
        match self.tried(slot, &mut keep).await {
            Ok(answer) => answer,
            Err(error) => slot.lost(&error).await,
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
        while let Some(data) = from.data().await {
            let data = data?;
            bytes += data.len();
            let _ = from.flow_control().release_capacity(data.len());
            if let Some(keep) = keep {
                keep.extend_from_slice(&data);
            }
        }
        let trailers = from.trailers().await?;
        // A call that fails at once has its status in the head.
        let said = trailers.as_ref().unwrap_or(&head.headers);
        Ok(status(said, bytes))
    }
}

impl Engine for Raw {
    type Slot = Slot;

    fn slot(&self, number: usize) -> Slot {
        let line = self.lines[number % self.lines.len()].clone();
        let (generation, sender) = line.sender.borrow().clone();
        let mut head = self.head.clone();
        let stream = self
            .call
            .stream(number)
            .and_then(|name| HeaderValue::from_str(name).ok());
        if let Some(stream) = stream {
            head.headers_mut().insert(STREAM, stream);
        }
        Slot {
            line,
            generation,
            sender,
            head,
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
    /// What a request that broke is counted as; the connection is made anew where it is the connection that broke.
    async fn lost(&mut self, error: &h2::Error) -> Answer {
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
        let answer = Answer::broken(format!("the connection was lost: {error}"));
        self.renew().await;
        answer
    }

    /// Takes the line's new connection, after making it where nobody else did.
    async fn renew(&mut self) {
        let line = self.line.clone();
        let _making = line.making.lock().await;
        let (generation, sender) = line.sender.borrow().clone();
        if generation > self.generation {
            (self.generation, self.sender) = (generation, sender);
            return;
        }
        match connect(line.target).await {
            Ok(sender) => {
                *line.sender.borrow_mut() = (generation + 1, sender.clone());
                (self.generation, self.sender) = (generation + 1, sender);
            }
            // The next request will find it closed as well. All requests in flight wait here in turn, so that a server that is gone
            // is not flooded and errors are not counted by the million.
            Err(_) => tokio::time::sleep(RETRY).await,
        }
    }
}

async fn connect(target: Target) -> Result<SendRequest<Bytes>, String> {
    let stream = tokio::time::timeout(PATIENCE, TcpStream::connect(target.address()))
        .await
        .map_err(|_| format!("no connection within {PATIENCE:?}"))?
        .map_err(|error| error.to_string())?;
    stream
        .set_nodelay(true)
        .map_err(|error| error.to_string())?;
    let stream = Batched::new(stream);
    let shared = stream.share();
    let (sender, connection) = Builder::new()
        .initial_window_size(WINDOW)
        .initial_connection_window_size(WINDOW)
        .enable_push(false)
        .handshake(stream)
        .await
        .map_err(|error| error.to_string())?;
    tokio::task::spawn_local(async move {
        // What ends it is what its requests see.
        let _ = shared.driven(connection).await;
    });
    Ok(sender)
}

/// What trailers say. Without a status there is no answer, whatever came.
fn status(said: &HeaderMap, bytes: usize) -> Answer {
    let code = said
        .get(STATUS)
        .map(|code| Code::from_bytes(code.as_bytes()));
    match code {
        Some(Code::Ok) if bytes >= PREFIX => Answer::ok((bytes - PREFIX) as u64),
        Some(Code::Ok) => Answer::error(Code::Internal, "status 0 and no message"),
        Some(code) => {
            let said = said
                .get(MESSAGE)
                .map(|said| String::from_utf8_lossy(said.as_bytes()));
            Answer::error(code, said.unwrap_or_default())
        }
        None => Answer::error(Code::Unknown, "the answer ended without a grpc-status"),
    }
}
