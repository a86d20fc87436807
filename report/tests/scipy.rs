//! The statistics against scipy and numpy: `scipy_vectors.json`, made by `scipy_vectors.py`.

use serde_json::Value;
use wiretax_report::stats::{self, Estimate, Line, Reach, Sorted};

fn vectors() -> Value {
    serde_json::from_str(include_str!("scipy_vectors.json")).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

fn sorted(value: &Value) -> Sorted {
    Sorted::new(numbers(value))
}

fn points(value: &Value) -> Vec<(f64, f64)> {
    let pairs = list(value).iter();
    pairs.map(|p| (number(&p[0]), number(&p[1]))).collect()
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    let off = (found - expected).abs();
    assert!(
        off <= tolerance * expected.abs().max(f64::MIN_POSITIVE) || off <= 1e-14,
        "{found} instead of {expected}"
    );
}

/// An estimate against `[value, low, high]`, the ends null where there is none.
#[track_caller]
fn same(found: Estimate, expected: &[Value]) {
    near(found.value, number(&expected[0]), 1e-12);
    match found.interval {
        None => assert!(expected[1].is_null() && expected[2].is_null(), "{found:?}"),
        Some(interval) => {
            near(interval.low, number(&expected[1]), 1e-12);
            near(interval.high, number(&expected[2]), 1e-12);
        }
    }
}

#[test]
fn medians_and_quantiles() {
    for sample in list(&vectors()["samples"]) {
        let values = sorted(&sample["values"]);
        for pair in list(&sample["quantiles"]) {
            let found = values.quantile(number(&pair[0])).unwrap();
            near(found, number(&pair[1]), 1e-13);
        }
        for row in list(&sample["medians"]) {
            let found = stats::median(&values, number(&row[0])).unwrap();
            same(found, &list(row)[1..]);
            near(values.median().unwrap(), number(&row[1]), 1e-15);
        }
    }
}

#[test]
fn ranks_and_their_exact_coverage() {
    for row in list(&vectors()["ranks"]) {
        let (n, level) = (row[0].as_u64().unwrap(), number(&row[1]));
        let rank = stats::lower_rank(usize::try_from(n).unwrap(), level);
        assert_eq!(
            rank.unwrap_or(0) as u64,
            row[2].as_u64().unwrap(),
            "{n} at {level}"
        );
        if rank.is_some() {
            assert!(number(&row[3]) >= level, "{row}");
        }
    }
}

#[test]
fn ratios_differences_and_paired_ratios() {
    for pair in list(&vectors()["pairs"]) {
        let (a, b) = (sorted(&pair["a"]), sorted(&pair["b"]));
        same(stats::ratio(&a, &b).unwrap(), list(&pair["ratio"]));
        same(
            stats::difference(&a, &b).unwrap(),
            list(&pair["difference"]),
        );
        let joint = stats::joint_medians([&a, &b]).unwrap();
        same(joint[0].over(&joint[1]).unwrap(), list(&pair["ratio"]));
        let (a, b) = (numbers(&pair["a"]), numbers(&pair["b"]));
        for row in list(&pair["paired"]) {
            let found = stats::paired_ratio_at(&a, &b, number(&row[0])).unwrap();
            same(found, &list(row)[1..]);
        }
        same(
            stats::paired_ratio(&a, &b).unwrap(),
            &list(&pair["paired"][0])[1..],
        );
    }
}

#[test]
fn shares_recovered() {
    for row in list(&vectors()["shares"]) {
        let sets: Vec<Sorted> = list(&row["sets"]).iter().map(sorted).collect();
        let found = stats::share_recovered(&sets[0], &sets[1], &sets[2]).unwrap();
        same(found, list(&row["share"]));
    }
}

#[test]
fn samples_at_typical_speed() {
    let row = &vectors()["drift"];
    let found = stats::at_typical_speed(
        &numbers(&row["nanos"]),
        &numbers(&row["anchor"]),
        number(&row["typical"]),
    );
    let expected = numbers(&row["found"]);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        near(*found, expected, 1e-14);
    }
}

#[test]
fn geometric_means() {
    for row in list(&vectors()["means"]) {
        let found = stats::geometric_mean(&numbers(&row[0])).unwrap();
        near(found, number(&row[1]), 1e-13);
    }
}

#[test]
fn lines_and_their_misfits() {
    for row in list(&vectors()["lines"]) {
        let points = points(&row["points"]);
        let line = stats::relative_line(&points).unwrap();
        near(line.fixed, number(&row["fixed"]), 1e-8);
        near(line.slope, number(&row["slope"]), 1e-8);
        let expected = Line {
            fixed: number(&row["fixed"]),
            slope: number(&row["slope"]),
        };
        let found = stats::misfit(&expected, &points).unwrap();
        near(found.median, number(&row["median"]), 1e-9);
        near(found.largest, number(&row["largest"]), 1e-9);
        assert_eq!((found.points, found.sizes), (6, (36.0, 1_048_596.0)));
    }
    let row = &vectors()["nearly_unweighted"];
    let line = stats::relative_line(&points(&row["points"])).unwrap();
    near(line.fixed, number(&row["fixed"]), 1e-9);
    near(line.slope, number(&row["slope"]), 1e-4);
}

#[test]
fn crossings() {
    for row in list(&vectors()["crossings"]) {
        let points: Vec<_> = points(&row["points"])
            .into_iter()
            .map(|(x, y)| (x, Estimate::bare(y)))
            .collect();
        let found = stats::crossing(&points, number(&row["threshold"])).unwrap();
        match found.reach {
            Reach::At(x) => near(x, number(&row["at"]), 1e-10),
            Reach::Nowhere => assert_eq!(row["nowhere"], true),
            Reach::Smallest => assert!(row["at"].is_null() && row["nowhere"] == false),
        }
    }
}

#[test]
fn shifts_between_runs() {
    for row in list(&vectors()["shifts"]) {
        let found = stats::shift(&numbers(&row["ratios"])).unwrap();
        same(found.ratio, list(&row["ratio"]));
        near(found.low, number(&row["low"]), 1e-12);
        near(found.high, number(&row["high"]), 1e-12);
        assert_eq!(found.spread.is_none(), row["spread"].is_null());
        if let Some(spread) = found.spread {
            near(spread, number(&row["spread"]), 1e-10);
        }
        for pair in list(&row["reaches"]) {
            let reach = found.reach(number(&pair[0])).unwrap();
            near(reach, number(&pair[1]), 1e-10);
        }
    }
}

#[test]
fn comparisons_of_runs() {
    let row = &vectors()["compare"];
    let cells: Vec<_> = list(&row["cells"])
        .iter()
        .map(|cell| (sorted(&cell["earlier"]), sorted(&cell["later"])))
        .collect();
    let pairs: Vec<_> = cells.iter().map(|(a, b)| (a, b)).collect();
    let found = stats::compare(&pairs);
    let shift = found.shift.unwrap();
    same(shift.ratio, list(&row["shift"]));
    near(shift.spread.unwrap(), number(&row["spread"]), 1e-10);
    for (cell, expected) in found.cells.iter().zip(list(&row["cells"])) {
        let cell = cell.unwrap();
        same(cell.beyond_shift, list(&expected["beyond_shift"]));
        assert_eq!(
            format!("{:?}", cell.change),
            expected["change"].as_str().unwrap()
        );
    }
}

#[test]
fn counted_shares() {
    for row in list(&vectors()["proportions"]) {
        let (hits, tries) = (row[0].as_u64().unwrap(), row[1].as_u64().unwrap());
        let found = stats::proportion(hits, tries, number(&row[2])).unwrap();
        near(found.low, number(&row[3]), 1e-9);
        near(found.high, number(&row[4]), 1e-9);
    }
}

#[test]
fn rankings() {
    let row = &vectors()["ranking"];
    let time = |t: &Value| {
        Some(Estimate::within(
            number(&t[0]),
            number(&t[1]),
            number(&t[2]),
        ))
    };
    let times: Vec<Vec<_>> = list(&row["times"])
        .iter()
        .map(|contestant| list(contestant).iter().map(time).collect())
        .collect();
    let found = stats::ranking(&times);
    assert_eq!(found.places.len(), list(&row["places"]).len());
    for (place, expected) in found.places.iter().zip(list(&row["places"])) {
        let whole = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        assert_eq!(place.contestant, whole(&expected["contestant"]));
        assert_eq!(place.rank, whole(&expected["rank"]));
        let possible = &expected["possible"];
        assert_eq!(place.possible, (whole(&possible[0]), whole(&possible[1])));
        same(place.score, list(&expected["score"]));
    }
}
