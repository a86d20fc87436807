//! A message is written and read at every call, through tonic's channel.

use std::cell::Cell;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::uri::PathAndQuery;
use tonic::client::Grpc;
use tonic::metadata::AsciiMetadataValue;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

use super::call::{Call, STREAM};
use super::raw::PATIENCE;
use super::target::Target;
use super::{Answer, Engine, Error, RETRY};
use crate::codec::{Arm, Item, Wire};

/// What may come before the client says more, as for the raw one.
const WINDOW: u32 = 1 << 30;

/// Some channels to one server, and the call; `Q` writes the request, `P` reads the answer.
pub struct Typed<Q: Arm, P: Arm> {
    channels: Vec<Channel>,
    path: PathAndQuery,
    call: Call,
    wire: Wire<P, Q>,
    /// One message for all requests in flight: they are on one thread, and each is written in one go.
    request: Arc<Mutex<Q::Message>>,
    /// Length of an answer's message: the same each time.
    answer_bytes: Cell<u64>,
}

/// One request in flight.
pub struct Slot {
    grpc: Grpc<Channel>,
    stream: Option<AsciiMetadataValue>,
    /// The last request broke the connection.
    broken: bool,
}

impl<Q: Arm, P: Arm> Typed<Q, P> {
    /// Connects.
    pub async fn connect(
        target: Target,
        connections: u32,
        call: &Call,
        request: Q,
        answer: P,
    ) -> Result<Self, Error> {
        let address = target.address();
        let failed = |error: tonic::transport::Error| Error::Connect {
            address,
            why: deepest(&error),
        };
        let mut channels = Vec::new();
        for _ in 0..connections.max(1) {
            let endpoint = Endpoint::from_shared(format!("http://{address}"))
                .map_err(failed)?
                .initial_stream_window_size(WINDOW)
                .initial_connection_window_size(WINDOW)
                .tcp_nodelay(true)
                .connect_timeout(PATIENCE);
            channels.push(endpoint.connect().await.map_err(failed)?);
        }
        let message = Arc::new(Mutex::new(request.read(call.message.clone())?));
        Ok(Typed {
            channels,
            path: PathAndQuery::from_static(call.name.path()),
            call: call.clone(),
            wire: Wire {
                read: answer,
                write: request,
            },
            request: message,
            answer_bytes: Cell::new(0),
        })
    }
}

impl<Q: Arm, P: Arm> Typed<Q, P> {
    async fn exchange(&self, slot: &mut Slot) -> Result<P::Message, Status> {
        let grpc = &mut slot.grpc;
        grpc.ready()
            .await
            .map_err(|error| Status::from_error(Box::new(error)))?;
        let mut request = Request::new(Item::Again(self.request.clone()));
        if let Some(stream) = &slot.stream {
            request.metadata_mut().insert(STREAM, stream.clone());
        }
        let answer = grpc
            .unary(request, self.path.clone(), self.wire.clone())
            .await?;
        // What passes bytes on parses them where the program wants the message: here.
        self.wire
            .read
            .answer(answer.into_inner())
            .map_err(|fault| Status::internal(fault.to_string()))
    }
}

impl<Q: Arm, P: Arm> Engine for Typed<Q, P> {
    type Slot = Slot;

    fn slot(&self, number: usize) -> Slot {
        let channel = self.channels[number % self.channels.len()].clone();
        Slot {
            grpc: Grpc::new(channel).max_decoding_message_size(usize::MAX),
            stream: self.call.stream(number).and_then(|name| name.parse().ok()),
            broken: false,
        }
    }

    async fn ready(&self, slot: &mut Slot) {
        // The channel makes its connection anew by itself.
        if std::mem::take(&mut slot.broken) {
            tokio::time::sleep(RETRY).await;
        }
    }

    async fn call(&self, slot: &mut Slot) -> Answer {
        match self.exchange(slot).await {
            Ok(_) => Answer::ok(self.answer_bytes.get()),
            Err(status) => {
                let answer = failed(&status);
                slot.broken = answer.broken;
                answer
            }
        }
    }

    async fn once(&self, slot: &mut Slot) -> (Answer, Bytes) {
        let message = match self.exchange(slot).await {
            Ok(message) => message,
            Err(status) => return (failed(&status), Bytes::new()),
        };
        let mut out = Vec::new();
        match self.wire.read.write(&message, &mut out) {
            Ok(()) => {
                self.answer_bytes.set(out.len() as u64);
                (Answer::ok(out.len() as u64), Bytes::from(out))
            }
            Err(fault) => (
                Answer::error(Code::Internal, fault.to_string()),
                Bytes::new(),
            ),
        }
    }
}

fn failed(status: &Status) -> Answer {
    // A status that the server sent has no cause of its own here.
    let Some(cause) = std::error::Error::source(status) else {
        return Answer::error(status.code(), status.message());
    };
    let said = format!("{}: {}", status.message(), deepest(cause));
    // A stream that the server reset is its answer; all else is a connection that is no more, for which tonic has several codes.
    match was_reset(cause) {
        true => Answer::error(status.code(), said),
        false => Answer::broken(said),
    }
}

fn was_reset(error: &(dyn std::error::Error + 'static)) -> bool {
    let chain = std::iter::successors(Some(error), |error| error.source());
    let mut all = chain.filter_map(|error| error.downcast_ref::<h2::Error>());
    all.any(h2::Error::is_reset)
}

/// What the innermost error says; the outer ones say only that there is one.
fn deepest(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
