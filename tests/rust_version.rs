//! The Rust version that this workspace states is one that all of its dependencies can be built with.

#![forbid(unsafe_code)]

use std::process::Command;

use serde_json::Value;

type Version = [u32; 3];

/// `1.93` and `1.93.1` as numbers.
fn version(text: &str) -> Version {
    let mut parts = text.split('.').map(|part| {
        part.parse()
            .unwrap_or_else(|_| panic!("`{text}` is no version"))
    });
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

/// Every package of the lock file, those for other platforms included.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .args([
            "--manifest-path",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        ])
        .output()
        .expect("cargo starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

#[test]
fn no_dependency_wants_a_newer_rust_than_we_state() {
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    let newer: Vec<String> = packages()
        .iter()
        .filter_map(|package| Some((package, package["rust_version"].as_str()?)))
        .filter(|(_, theirs)| version(theirs) > ours)
        .map(|(package, theirs)| {
            format!("{} {} wants {theirs}", package["name"], package["version"])
        })
        .collect();
    assert!(newer.is_empty(), "we state {ours:?}: {newer:#?}");
}

#[test]
fn every_member_states_the_same_version() {
    let ours = env!("CARGO_PKG_RUST_VERSION");
    for package in packages() {
        if package["source"].is_null() {
            assert_eq!(package["rust_version"], ours, "{}", package["name"]);
        }
    }
}

#[test]
fn versions_compare_by_number() {
    assert!(version("1.100") > version("1.93.1"));
    assert!(version("1.93.1") > version("1.93"));
}
