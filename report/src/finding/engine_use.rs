//! Which engines of base64 were measured, and which the run's record names besides.

use super::evidence::{Evidence, distinct};
use crate::run::CellId;

/// The fact of the environment that lists crates with their versions: `prost 0.14.6, base64 0.23.1`.
const VERSIONS: &str = "codecs and engines";
/// How the names of all crates of base64 begin in that list.
const CRATES: &str = "base64";

/// The engines of base64 in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineUse {
    /// Those with a time in some cell, the default one first.
    pub measured: Vec<String>,
    /// Those that the record names and no cell has a time of: planned ones, then crates of base64
    /// among the versions. A record without versions names none.
    pub unmeasured: Vec<String>,
}

/// Looks through the cells, planned or not, and the versions of the record.
pub(super) fn engine_use<'a>(evidence: &Evidence<'a>) -> EngineUse {
    let run = evidence.run;
    let cells = || {
        run.cases.iter().flat_map(|case| {
            let ops = evidence.ops_of(&case.name);
            ops.into_iter()
                .flat_map(|op| evidence.cells_of(&case.name, op))
        })
    };
    let timed = cells().filter(|id| evidence.times(id).is_some());
    let measured = distinct(timed.filter_map(CellId::engine));
    let planned = cells().filter_map(CellId::engine);
    let versions = run.environment.get(VERSIONS).unwrap_or_default();
    let crates = versions
        .split(", ")
        .filter_map(|version| version.split(' ').next())
        .filter(|name| name.starts_with(CRATES));
    let unmeasured = distinct(
        planned
            .chain(crates)
            .filter(|name| !measured.contains(name)),
    );
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    EngineUse {
        measured: owned(measured),
        unmeasured: owned(unmeasured),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn engines_without_a_time_are_those_planned_and_those_among_the_versions() {
        let (mut run, mut samples) = (testing::run(), testing::samples());
        let found = engine_use(&Evidence::new(&run, &samples));
        assert_eq!(found.measured, ["base64", "base64-simd"]);
        assert_eq!(found.unmeasured, [""; 0]);

        let versions = "prost 0.14.6, base64 0.23.1, base64-simd 0.8.0, base64-turbo 0.5.0";
        run.environment.set(VERSIONS, versions);
        let found = engine_use(&Evidence::new(&run, &samples));
        assert_eq!(found.measured, ["base64", "base64-simd"]);
        assert_eq!(found.unmeasured, ["base64-turbo"]);

        samples
            .cells
            .retain(|id, _| id.wrap_and_engine().1.is_none());
        let found = engine_use(&Evidence::new(&run, &samples));
        assert_eq!(found.measured, ["base64"]);
        assert_eq!(found.unmeasured, ["base64-simd", "base64-turbo"]);
    }
}
