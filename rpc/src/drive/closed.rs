//! So many requests in flight, always: each answer brings the next request.
//!
//! A server that stands still is sent nothing meanwhile, so what its users would have waited is not seen: that is what
//! the open loop is for.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use tokio::task::JoinSet;

use super::drain::drained;
use super::patience::Patience;
use super::{Plan, Stop, Tally, Until};
use crate::client::Engine;

/// Runs it; must be called within a `LocalSet`.
pub async fn closed<E: Engine>(engine: &Rc<E>, plan: Plan, stop: &Stop) -> Tally {
    let tally = Rc::new(RefCell::new(Tally::default()));
    let (count, end) = match plan.until {
        Until::Count(count) => (count, None),
        Until::Time(time) => (u64::MAX, Some(Instant::now() + time)),
    };
    let slots = u64::from(plan.in_flight).min(count);
    let mut tasks = JoinSet::new();
    for number in 0..slots as usize {
        let (engine, tally, stop) = (engine.clone(), tally.clone(), stop.clone());
        tasks.spawn_local(async move {
            let (mut slot, mut patience) = (engine.slot(number), Patience::new(plan.timeout));
            loop {
                engine.ready(&mut slot).await;
                let sent = Instant::now();
                if stop.asked() || end.is_some_and(|end| sent >= end) {
                    return;
                }
                {
                    let mut tally = tally.borrow_mut();
                    if tally.sent >= count {
                        return;
                    }
                    tally.sent += 1;
                }
                let answer = patience.for_answer(sent, engine.call(&mut slot)).await;
                let mut tally = tally.borrow_mut();
                tally.answered(None, sent, &answer);
                if tally.is_lost() {
                    stop.ask_lost();
                }
            }
        });
    }
    drained(tasks, end, stop).await;
    let mut tally = tally.take();
    tally.ended(end);
    tally
}
