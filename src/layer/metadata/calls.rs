//! The headers that are worked on.

use bytes::Bytes;

use super::Pair;
use crate::codec::Input;
use crate::measure::Place;

/// What a transport deals with itself, and takes out before a program sees the metadata: the list of grpc-js.
pub(super) const TRANSPORT: [&str; 6] = [
    "grpc-timeout",
    "grpc-encoding",
    "grpc-accept-encoding",
    "accept-encoding",
    "te",
    "content-type",
];

/// A name that no call has.
pub(super) const ABSENT: &str = "x-debug-level";

/// The headers of a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) name: &'static str,
    /// For people.
    pub(super) about: &'static str,
    pub(super) pseudo: &'static [(&'static str, &'static str); 4],
    pub(super) ordinary: &'static [(&'static str, &'static str)],
    /// A name in the middle, and its value.
    pub(super) wanted: (&'static str, &'static str),
}

impl Call {
    /// Pseudo headers, then the others.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.pseudo.iter().chain(self.ordinary).copied()
    }

    /// Names and values in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.all()
            .map(|(name, value)| (name.len() + value.len()) as u64)
            .sum()
    }

    /// Handles on names and values that lie one behind the other in one buffer, as in a block of headers without
    /// Huffman codes.
    pub(super) fn pairs(&self, place: &Place) -> Vec<Pair> {
        let text: String = self.all().flat_map(|(name, value)| [name, value]).collect();
        let mut rest = <Bytes as Input>::place(text.as_bytes(), place.offset(0));
        self.all()
            .map(|(name, value)| (rest.split_to(name.len()), rest.split_to(value.len())))
            .collect()
    }
}

/// Each of them.
pub(super) const CALLS: [Call; 3] = [
    Call {
        name: "headers-5",
        about: "4 pseudo headers and 5 others, those of the benchmark of grpc-js",
        pseudo: &[
            (":path", "/EchoService/Echo"),
            (":scheme", "http"),
            (":authority", "localhost:9999"),
            (":method", "POST"),
        ],
        ordinary: &[
            ("user-agent", "h2load nghttp2/1.58.0"),
            ("content-type", "application/grpc"),
            ("content-length", "19"),
            ("grpc-accept-encoding", "identity,deflate,gzip"),
            ("grpc-encoding", "identity"),
        ],
        wanted: ("content-length", "19"),
    },
    Call {
        name: "headers-6",
        about: "4 pseudo headers and 6 others, of which 4 are the transport's and 1 is base64",
        pseudo: PSEUDO,
        ordinary: &[
            ("te", "trailers"),
            ("content-type", "application/grpc"),
            ("user-agent", "grpc-rust/0.14 tonic"),
            ("grpc-timeout", "250m"),
            ("grpc-accept-encoding", "gzip,identity"),
            ("grpc-trace-bin", "AABLhD83dc6kj/kMPiFyrLc3AQDwZ6oLqQK3AgE"),
        ],
        wanted: ("user-agent", "grpc-rust/0.14 tonic"),
    },
    Call {
        name: "headers-20",
        about: "4 pseudo headers and 20 others, of which 6 are the transport's, 2 are base64 and 2 share a name",
        pseudo: PSEUDO,
        ordinary: &[
            ("te", "trailers"),
            ("content-type", "application/grpc+proto"),
            ("user-agent", "grpc-rust/0.14 tonic"),
            ("grpc-timeout", "250m"),
            ("grpc-encoding", "gzip"),
            ("grpc-accept-encoding", "gzip,identity"),
            ("accept-encoding", "identity"),
            (
                "authorization",
                "Bearer kq3VbK0nTz9mWc7yXa1RdE5uHsJ2gLpO8iFt6vQ4",
            ),
            ("x-request-id", "5f0c3b7e-9a41-4d1e-8d57-2b7c1f6a9e30"),
            ("x-tenant-id", "orders-eu-west"),
            (
                "traceparent",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            ),
            ("tracestate", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
            ("grpc-trace-bin", "AABLhD83dc6kj/kMPiFyrLc3AQDwZ6oLqQK3AgE"),
            ("grpc-tags-bin", "AAAGbWV0aG9kCENoZWNrb3V0"),
            ("x-forwarded-for", "203.0.113.7"),
            ("x-forwarded-for", "198.51.100.23"),
            ("x-forwarded-proto", "https"),
            ("x-envoy-expected-rq-timeout-ms", "250"),
            ("x-b3-sampled", "1"),
            ("accept-language", "en-GB,en;q=0.8"),
        ],
        wanted: ("x-tenant-id", "orders-eu-west"),
    },
];

const PSEUDO: &[(&str, &str); 4] = &[
    (":method", "POST"),
    (":scheme", "https"),
    (":authority", "checkout.shop.example:8443"),
    (":path", "/shop.checkout.v1.CheckoutService/PlaceOrder"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_what_they_are_said_to_be() {
        for (call, transport, binary) in [(CALLS[0], 3, 0), (CALLS[1], 4, 1), (CALLS[2], 6, 2)] {
            let count = |of: &dyn Fn(&str) -> bool| {
                call.ordinary.iter().filter(|(name, _)| of(name)).count()
            };
            assert_eq!(format!("headers-{}", call.ordinary.len()), call.name);
            assert_eq!(
                count(&|name| TRANSPORT.contains(&name)),
                transport,
                "{}",
                call.name
            );
            assert_eq!(
                count(&|name| name.ends_with("-bin")),
                binary,
                "{}",
                call.name
            );
            assert!(call.ordinary.contains(&call.wanted) && count(&|name| name == ABSENT) == 0);
            let at = call
                .ordinary
                .iter()
                .position(|field| *field == call.wanted)
                .unwrap();
            assert!(
                (at + 1).abs_diff(call.ordinary.len().div_ceil(2)) <= 1,
                "{}",
                call.name
            );
        }
    }

    #[test]
    fn pairs_are_those_of_the_call_wherever_they_lie() {
        for sample in 0..5 {
            for call in CALLS {
                let pairs = call.pairs(&Place::of(sample));
                let expected: Vec<Pair> = call
                    .all()
                    .map(|(name, value)| (name.into(), value.into()))
                    .collect();
                assert_eq!(pairs, expected);
                assert_eq!(
                    pairs[0].1.as_ptr().addr(),
                    pairs[0].0.as_ptr_range().end.addr()
                );
            }
        }
    }
}
