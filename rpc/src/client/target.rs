//! Where to, and whether that is allowed.

use std::net::{SocketAddr, ToSocketAddrs};

/// An address that may be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target(SocketAddr);

/// An address that may not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    /// It is none.
    #[error(
        "`{text}` is no HOST:PORT: {why}; `wiretax-rpc serve` prints the address that it listens at"
    )]
    NoAddress {
        /// What was given.
        text: String,
        /// Why it is none.
        why: String,
    },
    /// Another machine.
    #[error(
        "{0} is not this machine: a load on others needs --allow-remote, and their owner's consent"
    )]
    Remote(SocketAddr),
}

impl Target {
    /// Reads `HOST:PORT`, with or without `http://`; another machine than this one only where `remote` allows it.
    pub fn new(text: &str, remote: bool) -> Result<Self, NotAllowed> {
        let no_address = |why: String| NotAllowed::NoAddress {
            text: text.to_owned(),
            why,
        };
        if text.starts_with("https://") {
            return Err(no_address("TLS is not spoken here".to_owned()));
        }
        let bare = text.trim_start_matches("http://").trim_end_matches('/');
        let addresses: Vec<SocketAddr> = bare
            .to_socket_addrs()
            .map_err(|error| no_address(error.to_string()))?
            .collect();
        // A name may stand for several addresses: the one that is surely here.
        let local = addresses.iter().find(|address| address.ip().is_loopback());
        match (local, addresses.first()) {
            (Some(&address), _) => Ok(Target(address)),
            (None, Some(&address)) if remote => Ok(Target(address)),
            (None, Some(&address)) => Err(NotAllowed::Remote(address)),
            (None, None) => Err(no_address("the name stands for no address".to_owned())),
        }
    }

    /// A server that this program started.
    pub fn own(address: SocketAddr) -> Self {
        Target(address)
    }

    /// The address.
    pub fn address(self) -> SocketAddr {
        self.0
    }

    /// Whether it is on this machine.
    pub fn is_local(self) -> bool {
        self.0.ip().is_loopback()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_unless_it_is_allowed() {
        for text in [
            "127.0.0.1:1",
            "http://127.0.0.1:1/",
            "[::1]:1",
            "127.9.8.7:1",
        ] {
            assert!(
                Target::new(text, false).is_ok_and(Target::is_local),
                "{text}"
            );
        }
        let remote = Target::new("192.0.2.1:80", false).expect_err("it is another machine");
        assert!(remote.to_string().contains("--allow-remote"), "{remote}");
        assert!(Target::new("192.0.2.1:80", true).is_ok_and(|target| !target.is_local()));
        for text in [
            "",
            "https://127.0.0.1:1",
            "127.0.0.1",
            "127.0.0.1:x",
            "127.0.0.1:99999",
            ":::",
        ] {
            let why = Target::new(text, true).expect_err("it is no address");
            assert!(why.to_string().contains("HOST:PORT"), "{why}");
        }
    }
}
