//! The manifest of a suite's package: dependencies and profiles are those of the checkout, so that the
//! suite is measured with what the lock file says and built as the built-in one is.

use std::path::Path;

use toml::{Table, Value};

use super::checkout;
use crate::error::Error;

/// Prints it; `programs` are the names of its executables, each of a `NAME.rs` beside the manifest.
pub fn print(name: &str, programs: &[&str]) -> Result<String, Error> {
    let path = checkout().join("Cargo.toml");
    let text = std::fs::read_to_string(&path).map_err(|source| Error::Read {
        path: path.clone(),
        source,
    })?;
    let root: Table = text.parse().map_err(|error: toml::de::Error| {
        Error::Suite(format!("{}: {}", path.display(), error.message()))
    })?;
    Ok(package(name, programs, &root, checkout()).to_string())
}

/// Name of the executable of a program in a package; those of all packages end up in one folder.
pub fn executable(package: &str, program: &str) -> String {
    match program {
        "main" => package.to_owned(),
        other => format!("{package}-{other}"),
    }
}

fn package(name: &str, programs: &[&str], root: &Table, checkout: &Path) -> Table {
    let text = |text: &str| Value::String(text.to_owned());
    let table = |entries: Vec<(&str, Value)>| {
        let entries = entries.into_iter();
        Value::Table(
            entries
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        )
    };
    let workspace = root.get("workspace").and_then(Value::as_table);
    let known = |of: &str, key: &str| Some(workspace?.get(of)?.as_table()?.get(key)?.clone());
    let mut dependencies = Table::new();
    let own = root.get("dependencies").and_then(Value::as_table);
    for (name, declared) in own.into_iter().flatten() {
        let optional = declared.get("optional").and_then(Value::as_bool);
        if optional != Some(true) {
            let inherited = known("dependencies", name);
            dependencies.insert(name.clone(), resolved(declared, inherited));
        }
    }
    let library = vec![
        ("path", text(&checkout.to_string_lossy())),
        ("default-features", Value::Boolean(false)),
    ];
    dependencies.insert("wiretax".to_owned(), table(library));
    let mut package = vec![
        ("name", text(name)),
        ("version", text("0.0.0")),
        ("publish", Value::Boolean(false)),
    ];
    package.extend(known("package", "edition").map(|edition| ("edition", edition)));
    let bin = |program: &&str| {
        let file = format!("{program}.rs");
        table(vec![
            ("name", text(&executable(name, program))),
            ("path", text(&file)),
        ])
    };
    let mut manifest = vec![
        ("package", table(package)),
        // An end to the search for a workspace: the target folder lies in one.
        ("workspace", table(Vec::new())),
        ("dependencies", Value::Table(dependencies)),
        ("bin", Value::Array(programs.iter().map(bin).collect())),
    ];
    manifest.extend(
        root.get("profile")
            .map(|profile| ("profile", profile.clone())),
    );
    let entries = manifest.into_iter();
    entries
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// A dependency with what it inherits from the workspace: the version there, and both lists of features.
fn resolved(declared: &Value, inherited: Option<Value>) -> Value {
    let full = |value: &Value| match value {
        Value::Table(table) => table.clone(),
        version => Table::from_iter([("version".to_owned(), version.clone())]),
    };
    let mut own = full(declared);
    if own.remove("workspace").is_none() {
        return Value::Table(own);
    }
    let mut all = inherited.as_ref().map(full).unwrap_or_default();
    for (key, value) in own {
        match (all.get_mut(&key), value) {
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
            (_, value) => {
                all.insert(key, value);
            }
        }
    }
    Value::Table(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_and_profiles_are_those_of_the_checkout() {
        let root: Table = r#"
            [workspace.package]
            edition = "2024"
            [workspace.dependencies]
            prost = "0.14.6"
            protobuf = { version = "=3.7.2", features = ["a"] }
            [dependencies]
            bytes = "1"
            criterion = { version = "0.8", optional = true }
            prost.workspace = true
            protobuf = { workspace = true, features = ["b"] }
            [profile.bench]
            lto = "fat"
        "#
        .parse()
        .unwrap();
        let package = package("x", &["main"], &root, Path::new("/checkout"));
        let expected: Table = r#"
            bytes.version = "1"
            prost.version = "0.14.6"
            protobuf = { version = "=3.7.2", features = ["a", "b"] }
            wiretax = { path = "/checkout", default-features = false }
        "#
        .parse()
        .unwrap();
        assert_eq!(package["dependencies"], Value::Table(expected));
        assert_eq!(package["profile"], root["profile"]);
        assert_eq!(
            package["package"]["edition"],
            Value::String("2024".to_owned())
        );
    }

    #[test]
    fn the_checkout_itself_can_be_read() {
        let text = print("wiretax-suite-0", &["main"]).unwrap();
        let package: Table = text.parse().unwrap();
        assert!(
            package["dependencies"]["prost"].get("version").is_some(),
            "{text}"
        );
    }
}
