//! What our load generator said against a foreign server, judged by ghz's field names.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

/// The fields that ghz has too.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Loaded {
    /// Answers.
    pub count: u64,
    /// Answers a second.
    pub rps: f64,
    /// Answers by status code.
    #[serde(rename = "statusCodeDistribution")]
    pub codes: BTreeMap<String, u64>,
}

/// Why a load is not what it must be.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It is no report.
    #[error("the load generator's report cannot be read: {0}; ask it for --format json")]
    Report(#[from] serde_json::Error),
    /// Nothing was answered.
    #[error("no request was answered: see whether the server runs")]
    Nothing,
    /// Answers that are errors.
    #[error("of {count} answers {} are not OK: {codes:?}", count - ok)]
    Codes {
        /// Answers.
        count: u64,
        /// Of them OK.
        ok: u64,
        /// All, by code.
        codes: BTreeMap<String, u64>,
    },
    /// Not as many as were asked for.
    #[error("{count} answers instead of {asked}")]
    Count {
        /// Answers.
        count: u64,
        /// Requests.
        asked: u64,
    },
    /// A rate that is none.
    #[error("{0} answers a second are no rate")]
    Rate(f64),
}

/// Reads a report, and holds it to this: all answers OK, and as many as were `asked` for where a number was.
pub fn judge(report: &str, asked: Option<u64>) -> Result<Loaded, LoadError> {
    let loaded: Loaded = serde_json::from_str(report)?;
    let count = loaded.count;
    if count == 0 {
        return Err(LoadError::Nothing);
    }
    let ok = loaded.codes.get("OK").copied().unwrap_or(0);
    if ok != count || loaded.codes.values().sum::<u64>() != count {
        let codes = loaded.codes;
        let ok = ok.min(count);
        return Err(LoadError::Codes { count, ok, codes });
    }
    if let Some(asked) = asked.filter(|&asked| asked != count) {
        return Err(LoadError::Count { count, asked });
    }
    if !(loaded.rps.is_finite() && loaded.rps > 0.0) {
        return Err(LoadError::Rate(loaded.rps));
    }
    Ok(loaded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(count: u64, codes: &str) -> String {
        format!(
            r#"{{"count":{count},"total":5,"rps":200.5,"statusCodeDistribution":{{{codes}}},"details":[]}}"#
        )
    }

    #[test]
    fn only_answers_that_are_ok_pass() {
        let loaded = judge(&report(100, r#""OK":100"#), Some(100)).expect("all are well");
        assert_eq!((loaded.count, loaded.rps), (100, 200.5));
        let said =
            |report: &str, asked| judge(report, asked).expect_err("it is refused").to_string();
        let some = said(&report(100, r#""OK":99,"Unavailable":1"#), None);
        assert!(some.starts_with("of 100 answers 1 are not OK"), "{some}");
        let lost = said(&report(100, r#""OK":99"#), None);
        assert!(lost.contains("1 are not OK"), "{lost}");
        let more = said(&report(100, r#""OK":100,"Internal":1"#), None);
        assert!(more.contains("Internal"), "{more}");
        let few = said(&report(100, r#""OK":100"#), Some(101));
        assert_eq!(few, "100 answers instead of 101");
        assert!(said(&report(0, ""), None).starts_with("no request"));
        let still = report(1, r#""OK":1"#).replace("200.5", "0");
        assert_eq!(said(&still, None), "0 answers a second are no rate");
        assert!(said("Summary:", None).contains("--format json"));
    }
}
