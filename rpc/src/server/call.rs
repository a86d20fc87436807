//! One unary call: an arm reads the request, a handler makes the answer, an arm writes it.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;

use http::{Request, Response};
use tonic::Status;
use tonic::body::Body;
use tonic::server::Grpc;

use crate::codec::{Arm, Fault, Item, Wire};

/// What a service of tower gives back.
pub type Answering = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

/// Answers one call.
///
/// `limit`: the longest request that is taken, in bytes.
pub fn unary<R: Arm, W: Arm>(
    wire: Wire<R, W>,
    limit: usize,
    request: Request<Body>,
    handler: impl Fn(R::Message) -> Result<Item<W::Message>, Status> + Send + Sync + 'static,
) -> Answering {
    let handler = std::sync::Arc::new(handler);
    Box::pin(async move {
        let service = tower::service_fn(move |request: tonic::Request<R::Message>| {
            let handler = handler.clone();
            async move { handler(request.into_inner()).map(tonic::Response::new) }
        });
        let mut grpc = Grpc::new(wire).max_decoding_message_size(limit);
        Ok(grpc.unary(service, request).await)
    })
}

/// A call that the service does not have.
pub fn unknown() -> Answering {
    Box::pin(async { Ok(Status::unimplemented("the service has no such call").into_http()) })
}

/// A message that could not be read in the handler.
pub fn invalid(Fault(why): Fault) -> Status {
    Status::invalid_argument(why)
}
