//! The terminal while a run is under way: a bar at the bottom with what is being done and the time left, and above it
//! whatever is said.
//!
//! A run is made by a child process, whose output comes here through pipes. So nothing that criterion prints can tear
//! the bar, and a reader who has seen enough, as `head` has, does not end the run.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use wiretax_report::{Glyphs, Screen, Style};

use crate::progress::{MARK, Step};

/// Set in the child: how what it prints is laid out, as in `120,color`; and that its steps are shown as a bar.
const STYLE: &str = "WIRETAX_RUN_STYLE";
const BAR: &str = "WIRETAX_RUN_BAR";

/// What criterion says before and between its results, which the bar says better.
const CHATTER: &str = "Benchmarking ";

/// Whether this process is such a child.
pub fn is_child() -> bool {
    std::env::var_os(STYLE).is_some()
}

/// Whether whoever started this child is still there, given who that was.
pub fn has_parent(parent: Option<u32>) -> bool {
    parent == parent_id()
}

/// The process that started this one, where the system tells.
pub fn parent_id() -> Option<u32> {
    #[cfg(unix)]
    return Some(std::os::unix::process::parent_id());
    #[cfg(not(unix))]
    None
}

/// Whether whoever reads standard error shows steps as a bar.
pub fn has_bar() -> bool {
    std::env::var_os(BAR).is_some()
}

/// How text for standard output is to be laid out, and what can be shown there.
pub fn shown() -> Screen {
    let told = std::env::var(STYLE).ok();
    let told = told.as_deref().and_then(|told| told.split_once(','));
    let told = told.and_then(|(width, color)| Some((width.parse().ok()?, color == "color")));
    let glyphs = Glyphs::of_locale();
    match told {
        Some((width, color)) => Screen {
            style: Style { width, color },
            glyphs,
        },
        None => Screen::of(&io::stdout()),
    }
}

/// The standard input of the child, to which nothing is written: it ends where that is closed, as it is when this process ends.
static HELD: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// Asks the child to end, and to keep what it has.
pub fn end() {
    if let Ok(mut held) = HELD.lock() {
        held.take();
    }
}

/// Runs the command of a child and shows what it says, until its end.
///
/// # Errors
/// When it cannot be started, or what it says cannot be shown; that a reader has seen enough is none.
pub fn run(command: &mut Command) -> io::Result<ExitStatus> {
    let style = Style::of(&io::stdout());
    let color = if style.color { "color" } else { "plain" };
    command
        .env(STYLE, format!("{},{color}", style.width))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let bar = io::stderr().is_terminal().then(bar);
    if bar.is_some() {
        command.env(BAR, "1").stderr(Stdio::piped());
    }
    let mut child = command.spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    if let Ok(mut held) = HELD.lock() {
        *held = child.stdin.take();
    }
    // One at a time, or else lines of both end up in one.
    let screen = Mutex::new(bar.as_ref());
    let shown = thread::scope(|scope| {
        let shown = scope.spawn(|| copy_output(out, &screen));
        scope.spawn(|| copy_errors(err, &screen));
        shown.join().unwrap_or(Ok(()))
    });
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    let status = child.wait()?;
    match shown {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(io::Error::new(
            error.kind(),
            format!("cannot print: {error}; what was measured is kept"),
        )),
        _ => Ok(status),
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let narrow = Style::of(&io::stderr()).width < 80;
    let template = match narrow {
        true => "{prefix} {pos}/{len} [{eta}] {wide_msg}",
        false => "{prefix} {bar:24} {pos}/{len}, {eta} left  {wide_msg}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Hands standard output on for as long as somebody reads it. Where there is a bar, by lines, and without chatter.
fn copy_output(out: Option<impl Read>, screen: &Mutex<Option<&ProgressBar>>) -> io::Result<()> {
    let Some(mut out) = out else { return Ok(()) };
    let by_lines = screen.lock().is_ok_and(|bar| bar.is_some()) && io::stdout().is_terminal();
    let mut shown = Ok(());
    let mut give = |text: &[u8]| {
        let write = || {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text).and_then(|()| stdout.flush())
        };
        let Ok(bar) = screen.lock() else { return };
        if shown.is_ok() {
            shown = bar.map_or_else(write, |bar| bar.suspend(write));
        }
    };
    if by_lines {
        let mut lines = BufReader::new(out);
        let mut line = Vec::new();
        while lines
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            if !line.starts_with(CHATTER.as_bytes()) {
                give(&line);
            }
            line.clear();
        }
        return shown;
    }
    let mut chunk = [0; 8192];
    while let Ok(length @ 1..) = out.read(&mut chunk) {
        give(&chunk[..length]);
    }
    shown
}

/// Turns steps into the bar's state, and says the rest above it.
fn copy_errors(err: Option<impl Read>, screen: &Mutex<Option<&ProgressBar>>) {
    let Some(err) = err else { return };
    for line in BufReader::new(err).lines().map_while(Result::ok) {
        let Ok(bar) = screen.lock() else { return };
        let step = line.strip_prefix(MARK).map(serde_json::from_str::<Step>);
        match (step, *bar) {
            (Some(Ok(step)), Some(bar)) => show(bar, &step),
            (_, Some(bar)) => bar.suspend(|| eprintln!("{line}")),
            (_, None) => eprintln!("{line}"),
        }
    }
}

fn show(bar: &ProgressBar, step: &Step) {
    if bar.prefix() != step.doing || bar.length() != Some(step.total) {
        // Another kind of step takes another time.
        bar.set_prefix(step.doing.clone());
        bar.set_length(step.total);
        bar.reset();
    }
    bar.set_position(step.done);
    bar.set_message(step.at.clone());
}
