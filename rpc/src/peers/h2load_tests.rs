use super::*;

// 200 echoes of 72 bytes.
const GOOD: &str = include_str!("captured/h2load-good.txt");
// 200 calls of a method that there is not: all failed, all with HTTP status 200.
const UNKNOWN: &str = include_str!("captured/h2load-unknown-method.txt");
// Nobody listens.
const REFUSED: &str = include_str!("captured/h2load-refused.txt");

#[test]
fn a_report_is_read() {
    let found = parse(GOOD).expect("it is a report");
    assert_eq!(
        found,
        Found {
            elapsed: Duration::from_micros(111_850),
            rate: 1788.17,
            total: 200,
            succeeded: 200,
            failed: 0,
            errored: 0,
            timeout: 0,
            statuses: [200, 0, 0, 0],
            data: 15_400,
            mean: Duration::from_micros(10_280),
        }
    );
    found.judge(200, 72).expect("all were answered");
}

#[test]
fn failed_calls_are_seen_by_their_bytes() {
    let found = parse(UNKNOWN).expect("it is a report");
    assert_eq!((found.succeeded, found.statuses[0]), (200, 200));
    let said = found.judge(200, 72).expect_err("all failed").to_string();
    assert!(
        said.starts_with("0 bytes of data came instead of 15400"),
        "{said}"
    );
    let one_less = Found {
        data: 15_400 - 77,
        ..parse(GOOD).expect("it is a report")
    };
    assert!(one_less.judge(200, 72).is_err());
}

#[test]
fn failed_requests_are_failures() {
    let found = parse(REFUSED).expect("it is a report");
    assert_eq!((found.failed, found.errored, found.rate), (20, 20, 0.0));
    let said = found.judge(20, 72).expect_err("all failed").to_string();
    assert!(
        said.starts_with("of 20 requests 20 failed (20 broke"),
        "{said}"
    );
    let found = parse(GOOD).expect("it is a report");
    // Fewer were sent than were asked for.
    assert!(matches!(
        found.judge(201, 72),
        Err(H2loadError::Failed { .. })
    ));
    let server = Found {
        statuses: [199, 0, 0, 1],
        ..found
    };
    let said = server.judge(200, 72).expect_err("one failed").to_string();
    assert!(
        said.ends_with("1 answers have another status than 2xx"),
        "{said}"
    );
}

#[test]
fn another_report_is_refused_and_not_read_as_zero() {
    for start in [
        "finished in ",
        "requests: ",
        "status codes: ",
        "traffic: ",
        "time for request: ",
    ] {
        let without: String = GOOD
            .lines()
            .filter(|line| !line.starts_with(start))
            .map(|line| format!("{line}\n"))
            .collect();
        let said = parse(&without).expect_err("a line is missing").to_string();
        assert!(said.contains(start.trim()), "{said}");
    }
    for (from, to) in [
        ("1788.17 req/s", "many req/s"),
        ("(15400) data", "15400 data"),
        ("200 succeeded", "all succeeded"),
        ("111.85ms", "111.85min"),
        ("10.28ms", "10.28"),
    ] {
        assert!(GOOD.contains(from));
        assert!(parse(&GOOD.replace(from, to)).is_err(), "{from}");
    }
}

#[test]
fn durations_have_three_units() {
    let read = ["542us", "7.77ms", "1.02s"].map(|text| duration(text).expect("it is one"));
    assert_eq!(read, [542, 7_770, 1_020_000].map(Duration::from_micros));
}

#[test]
fn a_frame_is_five_bytes_and_the_message() {
    assert_eq!(frame(b"hello"), b"\0\0\0\0\x05hello");
    assert_eq!(frame(&[7; 300])[..5], [0, 0, 0, 1, 44]);
}
