//! The end of a run: answers that are still on their way are waited for, but not for ever.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::Stop;

/// How long answers are waited for when the time is over, and how long after Ctrl-C.
const DRAIN: Duration = Duration::from_secs(2);
const DRAIN_INTERRUPTED: Duration = Duration::from_millis(200);

/// Waits for all requests in flight; where time ends the run, no longer than a while after `end`.
pub async fn drained(mut tasks: JoinSet<()>, end: Option<Instant>, stop: &Stop) {
    let all = async { while tasks.join_next().await.is_some() {} };
    let over = async {
        match end {
            Some(end) => tokio::time::sleep_until((end + DRAIN).into()).await,
            None => std::future::pending().await,
        }
    };
    let stopped = async {
        stop.wait().await;
        tokio::time::sleep(DRAIN_INTERRUPTED).await;
    };
    tokio::select! {
        () = all => {}
        () = over => {}
        () = stopped => {}
    }
}
