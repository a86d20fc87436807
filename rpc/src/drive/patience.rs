//! How long an answer is waited for.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::time::Sleep;
use tonic::Code;

use crate::client::Answer;

/// Of one slot. Its timer is set when it goes off and at no other time, since a short request would notice one that is set
/// for each.
#[derive(Debug)]
pub struct Patience {
    timeout: Duration,
    timer: Pin<Box<Sleep>>,
}

impl Patience {
    /// So long for each request.
    pub fn new(timeout: Duration) -> Self {
        Patience {
            timeout,
            timer: Box::pin(tokio::time::sleep(timeout)),
        }
    }

    /// The answer to a request that was sent at `sent`, or that there is none in time.
    pub async fn for_answer(
        &mut self,
        sent: Instant,
        answer: impl Future<Output = Answer>,
    ) -> Answer {
        let mut answer = pin!(answer);
        let end = sent + self.timeout;
        let answer = poll_fn(|context| {
            if let Poll::Ready(answer) = answer.as_mut().poll(context) {
                return Poll::Ready(Some(answer));
            }
            // It may have been set for a request before this one.
            while self.timer.as_mut().poll(context).is_ready() {
                if Instant::now() >= end {
                    return Poll::Ready(None);
                }
                self.timer.as_mut().reset(end.into());
            }
            Poll::Pending
        });
        let late = || format!("no answer within {:?}", self.timeout);
        answer
            .await
            .unwrap_or_else(|| Answer::error(Code::DeadlineExceeded, late()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_has_its_whole_time() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let timeout = Duration::from_millis(60);
            let mut patience = Patience::new(timeout);
            let after = |time: Duration| async move {
                tokio::time::sleep(time).await;
                Answer::ok(1)
            };
            // The timer of the first would go off within the second.
            for _ in 0..3 {
                let answer = patience
                    .for_answer(Instant::now(), after(Duration::from_millis(35)))
                    .await;
                assert_eq!(answer.code, Code::Ok);
            }
            for _ in 0..2 {
                let sent = Instant::now();
                let answer = patience.for_answer(sent, std::future::pending()).await;
                assert_eq!(answer.code, Code::DeadlineExceeded);
                assert!(sent.elapsed() >= timeout);
            }
        });
    }
}
