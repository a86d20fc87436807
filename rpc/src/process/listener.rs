//! Which process listens at an address of this machine.

use std::net::SocketAddr;

/// Its number; `None` where nobody is seen, as where it is another user's.
#[cfg(target_os = "linux")]
pub fn listener(address: SocketAddr) -> Option<u32> {
    use procfs::net::TcpState;
    use procfs::process::{FDTarget, all_processes};

    let mut sockets = procfs::net::tcp().unwrap_or_default();
    sockets.extend(procfs::net::tcp6().unwrap_or_default());
    let listening = || {
        sockets.iter().filter(|socket| {
            socket.state == TcpState::Listen && socket.local_address.port() == address.port()
        })
    };
    // A socket of the newer family may have an address of the older one.
    let wanted = address.ip().to_canonical();
    let exact = listening().find(|socket| socket.local_address.ip().to_canonical() == wanted);
    // Who listens everywhere does so in a family of addresses; `::` may have the older one too.
    let anywhere = || {
        listening().find(|socket| {
            let ip = socket.local_address.ip();
            ip.is_unspecified() && (ip.is_ipv6() || address.is_ipv4())
        })
    };
    let inode = exact.or_else(anywhere)?.inode;
    for process in all_processes().ok()?.flatten() {
        let Ok(files) = process.fd() else { continue };
        for file in files.flatten() {
            if matches!(file.target, FDTarget::Socket(of) if of == inode) {
                return u32::try_from(process.pid).ok();
            }
        }
    }
    None
}

/// Elsewhere there is no `/proc` to look into.
#[cfg(not(target_os = "linux"))]
pub fn listener(_address: SocketAddr) -> Option<u32> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn it_is_us_who_listen() {
        let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = socket.local_addr().expect("it is bound");
        assert_eq!(super::listener(address), Some(std::process::id()));
        drop(socket);
        assert_eq!(super::listener(address), None);
    }

    #[test]
    fn a_socket_of_the_newer_family_listens_at_an_older_address() {
        let Ok(socket) = std::net::TcpListener::bind("[::ffff:127.0.0.1]:0") else {
            println!("skipped: there is no IPv6 here");
            return;
        };
        let port = socket.local_addr().expect("it is bound").port();
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
        assert_eq!(super::listener(address), Some(std::process::id()));
    }
}
