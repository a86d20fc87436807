//! Clients: one call, sent over and over.
//!
//! | file | what |
//! |---|---|
//! | [`raw`] | the frame is made once and sent as it is, over `h2`: as little of a client as can be |
//! | [`batch`] | its short writes go out together |
//! | [`typed`] | a message is written and read at every call, through tonic's channel: what a program does |
//! | [`call`] | which call, with what |
//! | [`target`] | where to, and whether that is allowed |
//! | [`files`] | open files that many connections need |

mod batch;
mod call;
mod files;
mod raw;
mod target;
mod typed;

use std::future::Future;

use tonic::Code;

pub use call::{Call, CallName};
pub use files::make_room;
pub use raw::Raw;
pub use target::{NotAllowed, Target};
pub use typed::Typed;

/// What came of one request.
#[derive(Debug, Clone)]
pub struct Answer {
    /// `Ok` only where the server said so in its trailers.
    pub code: Code,
    /// What was said beside another code.
    pub said: String,
    /// Bytes of the answer's message, 0 where there is none.
    pub bytes: u64,
    /// Whether it is the connection that failed: nobody answered.
    pub broken: bool,
}

impl Answer {
    /// A message of so many bytes.
    pub fn ok(bytes: u64) -> Self {
        Answer {
            code: Code::Ok,
            said: String::new(),
            bytes,
            broken: false,
        }
    }

    /// No message.
    pub fn error(code: Code, said: impl Into<String>) -> Self {
        Answer {
            code,
            said: said.into(),
            bytes: 0,
            broken: false,
        }
    }

    /// The connection was lost, or never was one of gRPC.
    pub fn broken(said: impl Into<String>) -> Self {
        Answer {
            broken: true,
            ..Answer::error(Code::Unavailable, said)
        }
    }
}

/// Why a client cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nobody answers there.
    #[error(
        "cannot connect to {address}: {why}; is the server running there? `wiretax-rpc serve` prints its address"
    )]
    Connect {
        /// Where.
        address: std::net::SocketAddr,
        /// Why.
        why: String,
    },
    /// The request's message is none in the codec.
    #[error("cannot make the request: {0}")]
    Request(#[from] crate::codec::Fault),
}

/// A way to send the call. Everything happens on one thread.
pub trait Engine: 'static {
    /// What one request in flight keeps between calls.
    type Slot: 'static;

    /// For the request in flight with this number.
    fn slot(&self, number: usize) -> Self::Slot;

    /// Makes ready for a call, outside of its time: where the last one broke the connection there is another one, or none yet after a while.
    fn ready(&self, slot: &mut Self::Slot) -> impl Future<Output = ()>;

    /// Sends the call and waits for what comes of it.
    fn call(&self, slot: &mut Self::Slot) -> impl Future<Output = Answer>;

    /// Sends it once, and gives back the answer's message as it travelled.
    fn once(&self, slot: &mut Self::Slot) -> impl Future<Output = (Answer, bytes::Bytes)>;
}

/// After a request that broke its connection the next one of its slot waits so long: a server that is gone is not flooded, and errors are
/// not counted by the million.
pub(crate) const RETRY: std::time::Duration = std::time::Duration::from_millis(100);

/// What gRPC calls a code: `OK`, `Unavailable`, as ghz prints it.
pub fn code_name(code: Code) -> String {
    match code {
        Code::Ok => "OK".to_owned(),
        other => format!("{other:?}"),
    }
}
