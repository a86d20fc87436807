//! `wiretax.rpc.Echo`.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use prost::Message as _;
use tonic::body::Body;
use tonic::server::NamedService;
use tower_service::Service;
use wiretax::wrap::Wrap;

use super::call::{Answering, invalid, unary, unknown};
use crate::codec::{Arm, Family, Fault, Item, Wire};
use crate::generated::m0;
use crate::payload;

/// The service in a codec.
pub struct Echo<F: Family> {
    note: F::Note,
    hello: Arc<<F::Note as Arm>::Message>,
    limit: usize,
}

impl<F: Family> Echo<F> {
    /// With a wrap; requests longer than `limit` bytes are refused.
    pub fn new(wrap: Wrap, limit: usize) -> Result<Self, Fault> {
        let note = F::note(wrap);
        let hello = m0::prost::generated::Msg0 {
            n1: "hello".to_owned(),
            ..Default::default()
        };
        let hello = payload::wrapped(wrap, hello.encode_to_vec());
        let hello = Arc::new(note.read(Bytes::from(hello))?);
        Ok(Echo { note, hello, limit })
    }
}

impl<F: Family> Clone for Echo<F> {
    fn clone(&self) -> Self {
        Echo {
            note: self.note.clone(),
            hello: self.hello.clone(),
            limit: self.limit,
        }
    }
}

impl<F: Family> NamedService for Echo<F> {
    const NAME: &'static str = "wiretax.rpc.Echo";
}

impl<F: Family> Service<Request<Body>> for Echo<F> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answering {
        let note = self.note.clone();
        let wire = Wire {
            read: note.clone(),
            write: note.clone(),
        };
        match request.uri().path() {
            "/wiretax.rpc.Echo/Echo" => unary(wire, self.limit, request, move |message| {
                note.answer(message).map(Item::One).map_err(invalid)
            }),
            "/wiretax.rpc.Echo/Hello" => {
                let hello = self.hello.clone();
                unary(wire, self.limit, request, move |_| {
                    Ok(Item::Shared(hello.clone()))
                })
            }
            _ => unknown(),
        }
    }
}
