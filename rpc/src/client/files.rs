//! Each connection is an open file, of which a process may have only so many.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Files that are open beside connections: standard streams, the runtime's own, what the report is written to.
const OTHERS: u64 = 32;

/// More connections than there may be files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{connections} connections need {needed} open files, and this process may have {limit}: raise the limit (ulimit -n {needed}), or ask for \
     fewer connections"
)]
pub struct TooFewFiles {
    connections: u64,
    needed: u64,
    limit: u64,
}

/// Raises this process's own limit as far as it must and may.
///
/// # Errors
/// Where the hard limit does not allow as many files as the connections need.
pub fn make_room(connections: u32) -> Result<(), TooFewFiles> {
    let connections = u64::from(connections);
    let needed = connections + OTHERS;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= needed) {
        return Ok(());
    }
    let allowed = limit.maximum.is_none_or(|maximum| maximum >= needed);
    if allowed {
        limit.current = Some(needed);
        if setrlimit(Resource::Nofile, limit).is_ok() {
            return Ok(());
        }
    }
    Err(TooFewFiles {
        connections,
        needed,
        limit: limit.maximum.or(limit.current).unwrap_or(0),
    })
}
