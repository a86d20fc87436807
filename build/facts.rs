//! What only the build knows of the environment, passed on for reports to show.

use std::path::PathBuf;
use std::process::Command;

/// The crates whose versions decide what is measured.
const CRATES: [&str; 14] = [
    "prost",
    "bytes",
    "protobuf",
    "quick-protobuf",
    "pb-rs",
    "base64",
    "base64-simd",
    "base64-turbo",
    "criterion",
    "tonic",
    "http",
    "tokio-util",
    "anyhow",
    "flate2",
];

/// Sets `WIRETAX_RUSTC`, `WIRETAX_OPTIMIZATION`, `WIRETAX_TARGET_FEATURES` and `WIRETAX_VERSIONS` for the
/// package whose build script calls this.
pub fn export() {
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    println!(
        "cargo::rustc-env=WIRETAX_RUSTC={}",
        rustc(&variable("RUSTC"))
    );
    let (level, profile) = (variable("OPT_LEVEL"), variable("PROFILE"));
    println!("cargo::rustc-env=WIRETAX_OPTIMIZATION=level {level}, derived from profile {profile}");
    let features = variable("CARGO_CFG_TARGET_FEATURE");
    println!("cargo::rustc-env=WIRETAX_TARGET_FEATURES={features}");
    let lock = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let versions = std::fs::read_to_string(lock)
        .ok()
        .and_then(|text| versions(&text));
    println!(
        "cargo::rustc-env=WIRETAX_VERSIONS={}",
        versions.unwrap_or_else(|| "unknown".to_owned())
    );
}

fn rustc(path: &str) -> String {
    let output = Command::new(path).arg("--version").output().ok();
    let text = output.and_then(|output| String::from_utf8(output.stdout).ok());
    text.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned())
}

fn versions(lock: &str) -> Option<String> {
    let lock: toml::Table = lock.parse().ok()?;
    let packages = lock.get("package")?.as_array()?;
    let text = |package: &toml::Value, key: &str| Some(package.get(key)?.as_str()?.to_owned());
    // Where a lock file has several versions of a crate, each package says which it means: `base64 0.23.1`. What
    // comes from no registry is ours.
    let meant = |name: &str| {
        let ours = packages
            .iter()
            .filter(|package| package.get("source").is_none());
        let mut words = ours
            .filter_map(|package| package.get("dependencies")?.as_array())
            .flatten()
            .filter_map(toml::Value::as_str)
            .map(|dependency| dependency.split(' '));
        words.find_map(|mut words| (words.next()? == name).then(|| words.next())?)
    };
    let version_of = |name: &str| {
        let mut of = packages
            .iter()
            .filter(|package| text(package, "name").as_deref() == Some(name))
            .filter_map(|package| text(package, "version"));
        meant(name).map(str::to_owned).or_else(|| of.next())
    };
    let list = CRATES
        .iter()
        .filter_map(|name| Some(format!("{name} {}", version_of(name)?)));
    Some(list.collect::<Vec<_>>().join(", "))
}
