//! `wiretax.rpc.Append`: the event is read and counted; where it would be kept is not what is measured.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use prost::Message as _;
use tonic::body::Body;
use tonic::server::NamedService;
use tower_service::Service;
use wiretax::wrap::Wrap;

use super::call::{Answering, invalid, unary, unknown};
use crate::codec::{Arm, Family, Item, Wire};
use crate::generated::m2::prost::generated::Msg0 as Appended;
use crate::payload;

/// The service in a codec.
pub struct Append<F: Family> {
    proposed: F::Proposed,
    appended: F::Appended,
    wrap: Wrap,
    /// Events so far; each answer has its own number.
    position: Arc<AtomicU64>,
    limit: usize,
}

impl<F: Family> Append<F> {
    /// With a wrap; requests longer than `limit` bytes are refused.
    pub fn new(wrap: Wrap, limit: usize) -> Self {
        Append {
            proposed: F::proposed(wrap),
            appended: F::appended(wrap),
            wrap,
            position: Arc::default(),
            limit,
        }
    }
}

impl<F: Family> Clone for Append<F> {
    fn clone(&self) -> Self {
        Append {
            proposed: self.proposed.clone(),
            appended: self.appended.clone(),
            wrap: self.wrap,
            position: self.position.clone(),
            limit: self.limit,
        }
    }
}

impl<F: Family> NamedService for Append<F> {
    const NAME: &'static str = "wiretax.rpc.Append";
}

impl<F: Family> Service<Request<Body>> for Append<F> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answering {
        if request.uri().path() != "/wiretax.rpc.Append/Append" {
            return unknown();
        }
        let (proposed, appended) = (self.proposed.clone(), self.appended.clone());
        let (wrap, position) = (self.wrap, self.position.clone());
        let wire = Wire {
            read: proposed.clone(),
            write: self.appended.clone(),
        };
        unary(wire, self.limit, request, move |message| {
            // What passes bytes on parses them here.
            proposed.take(message).map_err(invalid)?;
            let position = Appended {
                n1: position.fetch_add(1, Ordering::Relaxed) + 1,
            };
            let answer = payload::wrapped(wrap, position.encode_to_vec());
            appended
                .read(Bytes::from(answer))
                .map(Item::One)
                .map_err(invalid)
        })
    }
}
