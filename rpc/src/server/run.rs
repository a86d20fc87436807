//! Listens, answers, and stops when it is asked to.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tonic::service::Routes;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use wiretax::wrap::Wrap;

use super::append::Append;
use super::echo::Echo;
use super::store::{Refusal, Store};
use crate::codec::{CodecName, Family, Fault, with_family};

/// How long calls that are under way may take when the server is asked to stop.
const GRACE: Duration = Duration::from_secs(5);

/// What a server is to be.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Of the services `Echo` and `Append`.
    pub codec: CodecName,
    /// Of the same.
    pub wrap: Wrap,
    /// Where it listens; port 0 takes a free one.
    pub bind: SocketAddr,
    /// Threads that answer.
    pub threads: usize,
    /// Streams at a time that each connection may have; without a limit where `None`.
    pub max_streams: Option<u32>,
    /// Longest request that is taken, in bytes.
    pub max_message: usize,
    /// How every call of the store fails, if they do.
    pub refusal: Option<Refusal>,
    /// Whether it ends when standard input closes.
    pub with_parent: bool,
}

/// What is printed as one line of JSON when the server takes connections.
#[derive(Debug, Clone, Serialize, serde::Deserialize)]
pub struct Ready {
    /// `HOST:PORT`.
    pub address: SocketAddr,
    /// The process.
    pub pid: u32,
    /// Name of the codec.
    pub codec: String,
    /// Name of the wrap.
    pub wrap: String,
    /// Threads that answer.
    pub threads: usize,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be had.
    #[error(
        "cannot listen at {address}: {source}; give another address with --bind, or port 0 for a free one"
    )]
    Bind {
        /// The address that was asked for.
        address: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// Threads or signals cannot be had.
    #[error("cannot start the server: {0}")]
    Start(#[from] std::io::Error),
    /// A fixed answer does not decode.
    #[error("cannot make the answers: {0}")]
    Answer(#[from] Fault),
    /// Reflection does not take the descriptor set.
    #[error("cannot make the reflection service: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// The server ended by itself.
    #[error("the server ended: {0}")]
    Serve(#[from] tonic::transport::Error),
}

/// Serves until a SIGTERM or Ctrl-C; `ready` is called once it takes connections.
///
/// # Errors
/// When it cannot listen, or ends by itself.
pub fn serve(settings: &Settings, ready: impl FnOnce(Ready)) -> Result<(), Error> {
    // One thread needs no others to hand work to.
    let runtime = match settings.threads {
        0 | 1 => tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?,
        threads => tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads)
            .enable_all()
            .build()?,
    };
    runtime.block_on(async {
        let listener = TcpListener::bind(settings.bind).await.map_err(|source| Error::Bind {
            address: settings.bind,
            source,
        })?;
        let address = listener.local_addr()?;
        let routes = routes(settings).await?;
        let mut stop = Stop::new(settings.with_parent)?;
        let (stopping, stopped) = tokio::sync::oneshot::channel::<()>();
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        let server = Server::builder()
            .max_concurrent_streams(settings.max_streams)
            .add_routes(routes);
        // Spawned, so that connections are accepted by a thread that answers.
        let server = tokio::spawn(server.serve_with_incoming_shutdown(incoming, async {
            let _ = stopped.await;
        }));
        ready(Ready {
            address,
            pid: std::process::id(),
            codec: settings.codec.to_string(),
            wrap: settings.wrap.to_string(),
            threads: settings.threads.max(1),
        });
        let mut server = std::pin::pin!(server);
        tokio::select! {
            ended = &mut server => return ended.map_err(|error| Error::Start(error.into()))?.map_err(Error::Serve),
            () = stop.asked() => {}
        }
        let _ = stopping.send(());
        tokio::select! {
            ended = &mut server => ended.map_err(|error| Error::Start(error.into()))?.map_err(Error::Serve),
            () = stop.asked() => Ok(()),
            () = tokio::time::sleep(GRACE) => Ok(()),
        }
    })
}

/// The services.
async fn routes(settings: &Settings) -> Result<Routes, Error> {
    with_family!(settings.codec, F => of_family::<F>(settings).await)
}

async fn of_family<F: Family>(settings: &Settings) -> Result<Routes, Error> {
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_serving::<Echo<F>>().await;
    health.set_serving::<Append<F>>().await;
    health.set_serving::<Store>().await;
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(include_bytes!(concat!(
                env!("OUT_DIR"),
                "/rpc.binpb"
            )))
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let limit = settings.max_message;
    Ok(Routes::new(Echo::<F>::new(settings.wrap, limit)?)
        .add_service(Append::<F>::new(settings.wrap, limit))
        .add_service(Store::new(settings.refusal, limit))
        .add_service(health_service)
        .add_service(reflection().build_v1()?)
        // Older tools know only this one.
        .add_service(reflection().build_v1alpha()?))
}

/// What ends a server.
struct Stop {
    terminate: Signal,
    interrupt: Signal,
    /// Closed when standard input is.
    parent: Option<tokio::sync::oneshot::Receiver<()>>,
}

impl Stop {
    fn new(with_parent: bool) -> Result<Self, std::io::Error> {
        let parent = with_parent.then(|| {
            let (alive, gone) = tokio::sync::oneshot::channel();
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
                drop(alive);
            });
            gone
        });
        Ok(Stop {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            parent,
        })
    }

    async fn asked(&mut self) {
        let parent = async {
            match &mut self.parent {
                Some(parent) => drop(parent.await),
                None => std::future::pending().await,
            }
            self.parent = None;
        };
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            () = parent => {}
        }
    }
}
