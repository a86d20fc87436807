//! At a rate: the clock brings the next request, whatever became of those before it.
//!
//! Latency is taken from the time at which a request was *due*. One that waits because the server stands still, or because as many
//! as are allowed are in flight, waits as a user would.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::drain::drained;
use super::pace::{due, due_by};
use super::patience::Patience;
use super::{Plan, Stop, Tally, Until};
use crate::client::Engine;

/// Runs it at `rate` requests a second; must be called within a `LocalSet`.
pub async fn open<E: Engine>(engine: &Rc<E>, plan: Plan, rate: f64, stop: &Stop) -> Tally {
    let tally = Rc::new(RefCell::new(Tally::default()));
    let began = Instant::now();
    let end = match plan.until {
        Until::Count(_) => None,
        Until::Time(time) => Some(began + time),
    };
    let mut requests = due(began, rate, plan.until);
    let free = Arc::new(Semaphore::new(plan.in_flight as usize));
    let slots = (0..plan.in_flight as usize)
        .map(|number| (engine.slot(number), Patience::new(plan.timeout)));
    let slots = Rc::new(RefCell::new(slots.collect::<Vec<_>>()));
    let mut tasks = JoinSet::new();
    let over = async || match end {
        Some(end) => tokio::time::sleep_until(end.into()).await,
        None => std::future::pending().await,
    };
    loop {
        let next = tokio::select! {
            biased;
            () = stop.wait() => break,
            next = requests.recv() => next,
        };
        let Some(intended) = next else { break };
        if end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        let leave = tokio::select! {
            biased;
            leave = free.clone().acquire_owned() => leave.ok(),
            () = over() => None,
            () = stop.wait() => None,
        };
        // A slot comes back before its leave does.
        let slot = leave.zip(slots.borrow_mut().pop());
        let Some((leave, mut taken)) = slot else {
            break;
        };
        tally.borrow_mut().sent += 1;
        let (engine, tally, slots) = (engine.clone(), tally.clone(), slots.clone());
        let stop = stop.clone();
        tasks.spawn_local(async move {
            let (slot, patience) = &mut taken;
            engine.ready(slot).await;
            let sent = Instant::now();
            let answer = patience.for_answer(sent, engine.call(slot)).await;
            {
                let mut tally = tally.borrow_mut();
                tally.answered(Some(intended), sent, &answer);
                if tally.is_lost() {
                    stop.ask_lost();
                }
            }
            slots.borrow_mut().push(taken);
            drop(leave);
        });
        while tasks.try_join_next().is_some() {}
    }
    // Due by now, and never sent, be it that the thread that releases them is behind.
    let due = due_by(began.elapsed(), rate, plan.until);
    {
        let mut tally = tally.borrow_mut();
        tally.dropped = due.saturating_sub(tally.sent);
    }
    drop(requests);
    drained(tasks, end, stop).await;
    let mut tally = tally.take();
    tally.ended(end);
    tally
}
