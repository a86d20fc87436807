//! Standard output while criterion measures, where nobody is to see what it prints: times as they came, which are not at
//! the machine's typical speed and so contradict the finding. Criterion has no option that silences all of it.

/// Does something; with `hush`, whatever it prints to standard output goes nowhere.
pub fn hushed<T>(hush: bool, done: impl FnOnce() -> T) -> T {
    let _hush = hush.then(imp::Hush::new);
    done()
}

/// From now on, whatever is printed goes nowhere: there is nobody to read it, and criterion panics where it cannot print.
pub fn forever() {
    std::mem::forget(imp::Hush::new());
}

#[cfg(unix)]
mod imp {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::fd::{AsFd, OwnedFd};

    use rustix::stdio::dup2_stdout;

    /// Standard output leads nowhere until this is dropped, also by a panic.
    pub struct Hush(Option<OwnedFd>);

    impl Hush {
        pub fn new() -> Self {
            // What cannot be silenced is shown, which costs nothing that was measured.
            Hush(begin().ok())
        }
    }

    fn begin() -> io::Result<OwnedFd> {
        let mut stdout = io::stdout();
        // What was printed before is meant to be seen.
        stdout.flush()?;
        let kept = stdout.as_fd().try_clone_to_owned()?;
        dup2_stdout(File::options().write(true).open("/dev/null")?)?;
        Ok(kept)
    }

    impl Drop for Hush {
        fn drop(&mut self) {
            let Some(kept) = &self.0 else { return };
            // Half a line that is left must not end up in front of what follows.
            let _ = io::stdout().flush();
            if let Err(error) = dup2_stdout(kept) {
                eprintln!("wiretax: standard output is lost: {error}; the finding is in its file");
            }
        }
    }
}

#[cfg(not(unix))]
mod imp {
    /// Silences nothing: there is no way to it here without unsafe code.
    pub struct Hush;

    impl Hush {
        pub fn new() -> Self {
            Hush
        }
    }
}
