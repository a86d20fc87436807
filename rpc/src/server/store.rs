//! `wiretax.rpc.Store`: values are set and got, in prost; or every call fails, to see what errors cost.

use std::backtrace::Backtrace;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, PoisonError, RwLock};
use std::task::{Context, Poll};

use clap::ValueEnum;
use http::{Request, Response};
use tonic::Status;
use tonic::body::Body;
use tonic::server::NamedService;
use tower_service::Service;

use super::call::{Answering, unary, unknown};
use crate::codec::{Item, Typed, Wire};
use crate::generated::{m3, m4, m5};

/// `wiretax.rpc.Entry`.
pub type Entry = m3::prost::generated::Msg0;
/// `wiretax.rpc.Key`.
pub type Key = m4::prost::generated::Msg0;
/// `wiretax.rpc.Stored`.
pub type Stored = m5::prost::generated::Msg0;

/// How every call of the store fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Refusal {
    /// With a code and a text, as a plain value
    Plain,
    /// The same, and a backtrace is captured on the way, as an error type that captures one does
    Backtrace,
    /// The same, and the backtrace is printed, as a server does that logs its errors
    Printed,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refusal::Plain => "plain",
            Refusal::Backtrace => "backtrace",
            Refusal::Printed => "printed",
        })
    }
}

/// The service.
#[derive(Debug, Clone)]
pub struct Store {
    values: Arc<RwLock<HashMap<String, String>>>,
    refusal: Option<Refusal>,
    limit: usize,
}

impl Store {
    /// Without values; requests longer than `limit` bytes are refused.
    pub fn new(refusal: Option<Refusal>, limit: usize) -> Self {
        Store {
            values: Arc::default(),
            refusal,
            limit,
        }
    }

    fn set(&self, entry: Entry) -> Result<Stored, Status> {
        self.refused()?;
        let length = entry.n2.len() as u64;
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        values.insert(entry.n1, entry.n2);
        Ok(Stored { n1: length })
    }

    fn get(&self, key: Key) -> Result<Entry, Status> {
        self.refused()?;
        let values = self.values.read().unwrap_or_else(PoisonError::into_inner);
        match values.get(&key.n1) {
            Some(value) => Ok(Entry {
                n1: key.n1,
                n2: value.clone(),
            }),
            None => Err(Status::not_found("no value has been set under that key")),
        }
    }

    fn refused(&self) -> Result<(), Status> {
        let refuse = || {
            Err(Status::resource_exhausted(
                "every call is refused, as asked",
            ))
        };
        match self.refusal {
            None => Ok(()),
            Some(Refusal::Plain) => refuse(),
            Some(Refusal::Backtrace) => {
                // Whatever the environment says: this arm is about what capturing costs.
                drop(std::hint::black_box(Backtrace::force_capture()));
                refuse()
            }
            Some(Refusal::Printed) => {
                std::hint::black_box(Backtrace::force_capture().to_string());
                refuse()
            }
        }
    }
}

impl NamedService for Store {
    const NAME: &'static str = "wiretax.rpc.Store";
}

impl Service<Request<Body>> for Store {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answering {
        let (store, limit) = (self.clone(), self.limit);
        match request.uri().path() {
            "/wiretax.rpc.Store/Set" => {
                let wire = Wire {
                    read: Typed::<Entry>::new(),
                    write: Typed::<Stored>::new(),
                };
                unary(wire, limit, request, move |entry| {
                    store.set(entry).map(Item::One)
                })
            }
            "/wiretax.rpc.Store/Get" => {
                let wire = Wire {
                    read: Typed::<Key>::new(),
                    write: Typed::<Entry>::new(),
                };
                unary(wire, limit, request, move |key| {
                    store.get(key).map(Item::One)
                })
            }
            _ => unknown(),
        }
    }
}
