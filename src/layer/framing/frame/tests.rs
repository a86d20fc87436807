//! What holds for every way; that frames are right is proven for the tasks.

use super::*;
use crate::layer::framing::prove;

fn too_long<F: Framer>(rules: Rules) {
    let expected = FrameError::TooLong {
        length: 5,
        limit: 4,
    };
    let expected = match F::BY {
        "tonic" => FrameError::Status(expected.in_tonic().expect("it refuses it")),
        _ => expected,
    };
    let mut framer = F::new(rules);
    let refused = framer.frame(&Bytes::from_static(b"12345"));
    assert_eq!(refused.err(), Some(expected), "{}", F::BY);
}

#[test]
fn a_message_over_the_limit_is_not_sent_and_the_next_one_is() {
    let rules = Rules {
        limit: 4,
        gzip: false,
    };
    too_long::<NaiveVecFramer>(rules);
    too_long::<BytesMutFramer>(rules);
    too_long::<TwoBuffers>(rules);
    too_long::<TokioUtilFramer>(rules);
    too_long::<TonicFramer>(rules);

    fn next<F: Framer>(rules: Rules) {
        let mut framer = F::new(rules);
        assert!(framer.frame(&Bytes::from_static(b"12345")).is_err());
        let frame = framer
            .frame(&Bytes::from_static(b"1234"))
            .expect("it is at the limit");
        assert_eq!(frame.slices().concat(), b"\0\0\0\0\x041234", "{}", F::BY);
    }
    next::<NaiveVecFramer>(rules);
    next::<BytesMutFramer>(rules);
    next::<TwoBuffers>(rules);
    next::<TokioUtilFramer>(rules);
}

/// As [`Head::of`](crate::layer::framing::Head::of) has it, the limit is for what goes over the wire.
#[test]
fn a_compressed_message_over_the_limit_is_not_sent() {
    let rules = Rules {
        limit: 20,
        gzip: true,
    };
    fn refused<F: Framer>(rules: Rules) {
        let mut framer = F::new(rules);
        let error = framer
            .frame(&Bytes::from_static(b"not the same twice"))
            .err();
        assert!(
            matches!(error, Some(FrameError::TooLong { limit: 20, .. })),
            "{}",
            F::BY
        );
        assert!(framer.frame(&Bytes::new()).is_ok(), "{}", F::BY);
    }
    refused::<NaiveVecFramer>(rules);
    refused::<BytesMutFramer>(rules);
    refused::<TwoBuffers>(rules);
    refused::<TokioUtilFramer>(rules);
}

/// Makes frames that are wrong in some way.
struct Broken<const HOW: u8>(BytesMutFramer);

impl<const HOW: u8> Framer for Broken<HOW> {
    type Frame = Vec<u8>;

    const BY: &'static str = "broken";

    fn new(rules: Rules) -> Self {
        Broken(BytesMutFramer::new(rules))
    }

    fn frame(&mut self, message: &Bytes) -> Result<Vec<u8>, FrameError> {
        let mut frame = self.0.frame(message)?.to_vec();
        match HOW {
            0 => frame[0] ^= 1,
            1 => frame[1..5].reverse(),
            2 => frame.push(0),
            3 if message.is_empty() => frame.clear(),
            4 => frame.last_mut().into_iter().for_each(|last| *last ^= 1),
            _ => (),
        }
        Ok(frame)
    }
}

#[test]
fn the_proof_finds_what_is_broken() {
    let message = Bytes::from(vec![7; 300]);
    for gzip in [false, true] {
        let rules = Rules {
            gzip,
            ..Rules::default()
        };
        assert!(prove::frames::<Broken<0>>(&message, rules).is_err());
        assert!(prove::frames::<Broken<1>>(&message, rules).is_err());
        assert!(prove::frames::<Broken<2>>(&message, rules).is_err());
        assert!(prove::frames::<Broken<3>>(&message, rules).is_err());
        assert!(prove::frames::<Broken<4>>(&message, rules).is_err());
        assert_eq!(prove::frames::<Broken<9>>(&message, rules), Ok(()));
    }
}
