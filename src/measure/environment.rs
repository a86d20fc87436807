//! Where and with what a measurement was made.

use std::path::{Path, PathBuf};

/// Labels and values, in the order of a report. What cannot be read is said to be unknown.
pub fn facts() -> Vec<(&'static str, String)> {
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|_| "not set".to_owned());
    vec![
        ("cpu", cpu_model()),
        (
            "cores",
            std::thread::available_parallelism().map_or("unknown".to_owned(), |n| n.to_string()),
        ),
        ("caches", caches()),
        ("governor", governor()),
        ("memory", memory()),
        (
            "system",
            format!(
                "{} {}, {}",
                std::env::consts::OS,
                std::env::consts::ARCH,
                kernel()
            ),
        ),
        ("clock", super::clock::NAME.to_owned()),
        ("rustc", env!("WIRETAX_RUSTC").to_owned()),
        ("optimization", env!("WIRETAX_OPTIMIZATION").to_owned()),
        (
            "target features",
            env!("WIRETAX_TARGET_FEATURES").to_owned(),
        ),
        (
            "allocator",
            "the system's, behind a counter that is off while timing".to_owned(),
        ),
        ("codecs and engines", env!("WIRETAX_VERSIONS").to_owned()),
        ("RUST_BACKTRACE", variable("RUST_BACKTRACE")),
        ("RUST_LIB_BACKTRACE", variable("RUST_LIB_BACKTRACE")),
        ("GLIBC_TUNABLES", variable("GLIBC_TUNABLES")),
    ]
}

/// The load averages, or that they are unknown.
pub fn load() -> String {
    read("/proc/loadavg")
        .map(|text| {
            text.split_whitespace()
                .take(3)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .unwrap_or_else(unknown)
}

/// Where criterion keeps its results, by its own rules: `CRITERION_HOME`, or `criterion` in the target
/// folder, which is where this executable was built.
pub fn criterion_folder() -> PathBuf {
    if let Some(home) = std::env::var_os("CRITERION_HOME") {
        return home.into();
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target
        .or_else(|| target_folder(&std::env::current_exe().ok()?))
        .unwrap_or_else(|| PathBuf::from("target"))
        .join("criterion")
}

/// Cargo marks its target folder as a cache, by a file of this name.
const MARK: &str = "CACHEDIR.TAG";

fn target_folder(executable: &Path) -> Option<PathBuf> {
    let marked = |folder: &&Path| folder.join(MARK).exists();
    executable.ancestors().find(marked).map(Path::to_owned)
}

fn cpu_model() -> String {
    let info = read("/proc/cpuinfo").unwrap_or_default();
    info.lines()
        .find_map(|line| {
            line.strip_prefix("model name")?
                .split_once(':')
                .map(|(_, name)| name.trim().to_owned())
        })
        .unwrap_or_else(unknown)
}

/// Of the first core, from the nearest on, such as `L1d 32K, L1i 32K, L2 512K, L3 32768K`.
fn caches() -> String {
    let of = |index: u32| {
        let folder = format!("/sys/devices/system/cpu/cpu0/cache/index{index}");
        let fact = |name: &str| Some(read(&format!("{folder}/{name}"))?.trim().to_owned());
        let kind = match fact("type")?.as_str() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        Some(format!("L{}{kind} {}", fact("level")?, fact("size")?))
    };
    let list: Vec<String> = (0..).map_while(of).collect();
    match list.is_empty() {
        true => unknown(),
        false => list.join(", "),
    }
}

/// What decides the frequency; virtual machines do not say.
fn governor() -> String {
    let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    read(path).map_or_else(unknown, |text| text.trim().to_owned())
}

fn memory() -> String {
    let total = |text: String| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(format!("{:.1} GiB", kib / f64::from(1 << 20)))
    };
    read("/proc/meminfo")
        .and_then(total)
        .unwrap_or_else(unknown)
}

fn kernel() -> String {
    read("/proc/sys/kernel/osrelease").map_or_else(unknown, |text| text.trim().to_owned())
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

fn unknown() -> String {
    "unknown".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_folder_is_found_from_any_executable_in_it() {
        let executable = std::env::current_exe().expect("this test has an executable");
        let target = target_folder(&executable).expect("cargo built it");
        assert!(executable.starts_with(&target));
        assert_eq!(
            target_folder(&target.join("release").join("wiretax")),
            Some(target)
        );
    }
}
