//! From files on disk to a suite that loads.

use std::path::{Path, PathBuf};

use super::{Bring, BringError, Brought, Generated, Suite, bring};
use crate::build;
use crate::payload::form::Form;

const COMMON: &str =
    "syntax = \"proto3\"; package shop; message Item { string sku = 1; uint32 count = 2; }";
const ORDERS: &str = "syntax = \"proto3\"; package shop.v1; import \"shop/common.proto\"; \
    message Order { string id = 1; bytes data = 2; repeated shop.Item items = 3; double total = 4; }";

/// A folder with `protos/shop/common.proto` and `protos/shop/v1/orders.proto`.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        place.file("protos/shop/common.proto", COMMON.as_bytes());
        place.file("protos/shop/v1/orders.proto", ORDERS.as_bytes());
        place
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn file(&self, file: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn orders(&self) -> Bring {
        Bring {
            schema: self.path("protos/shop/v1/orders.proto"),
            ..Bring::default()
        }
    }

    /// Writes the suite and generates its code.
    fn builds(&self, suite: &Suite) -> String {
        let file = suite.write(&self.path("kept"), false).unwrap();
        build("kept", &file, &self.path("out"), &[]).unwrap();
        std::fs::read_to_string(file).unwrap()
    }
}

fn suite(given: &Bring) -> Suite {
    match bring(given).unwrap() {
        Brought::Suite(suite) => *suite,
        Brought::Choose(offers) => panic!("{offers:?}"),
    }
}

fn order(id: &str) -> Vec<u8> {
    let mut wire = vec![0x0a, id.len() as u8];
    wire.extend(id.as_bytes());
    wire.extend([0x12, 3, 1, 2, 3, 0x1a, 5, 0x0a, 1, b'x', 0x10, 4]);
    wire
}

#[test]
fn the_root_and_the_message_are_found() {
    let place = Place::new();
    let payload = place.file("order.bin", &order("first"));
    let suite = suite(&Bring {
        payloads: vec![payload],
        ..place.orders()
    });
    assert_eq!(suite.message(), "shop.v1.Order");
    assert!(
        suite.notes.iter().any(|note| note.contains("proto root")),
        "{:?}",
        suite.notes
    );
    let text = place.builds(&suite);
    assert!(text.contains("base64-field"), "{text}");
    assert!(place.path("kept/proto/shop/v1/orders.proto").is_file());
    assert!(place.path("kept/proto/shop/common.proto").is_file());
}

#[test]
fn imports_from_several_roots_are_found() {
    let place = Place::new();
    std::fs::create_dir_all(place.path(".git")).unwrap();
    place.file(
        "third_party/apis/other/api.proto",
        b"syntax = \"proto3\"; package other; import \"other/deep.proto\"; message Api { Deep deep = 1; }",
    );
    place.file(
        "third_party/apis/other/deep.proto",
        b"syntax = \"proto3\"; package other; message Deep { bytes x = 1; }",
    );
    place.file(
        "protos/shop/v1/orders.proto",
        b"syntax = \"proto3\"; package shop.v1; import \"shop/common.proto\"; import \"other/api.proto\";\
          import \"google/protobuf/timestamp.proto\";\
          message Order { string id = 1; shop.Item item = 2; other.Api api = 3; google.protobuf.Timestamp at = 4; }",
    );
    let given = Bring {
        message: Some("Order".to_owned()),
        generate: Some(Generated { size: 500, seed: 1 }),
        ..place.orders()
    };
    let suite = suite(&given);
    let notes = suite.notes.join("\n");
    assert!(
        notes.contains("protos, ") && notes.contains("third_party/apis"),
        "{notes}"
    );
    place.builds(&suite);
    assert!(
        place
            .path("kept/proto/third_party/apis/other/deep.proto")
            .is_file()
    );

    // Named halfway: the other half is offered.
    let half = Bring {
        include: vec![place.path("protos")],
        ..given.clone()
    };
    let text = bring(&half).unwrap_err().to_string();
    assert!(
        text.contains("add --include ") && text.contains("third_party/apis"),
        "{text}"
    );

    // The one that is truly missing is named, with the file that imports it.
    std::fs::remove_file(place.path("third_party/apis/other/deep.proto")).unwrap();
    // A copy would do as well.
    std::fs::remove_dir_all(place.path("kept")).unwrap();
    let text = bring(&given).unwrap_err().to_string();
    assert!(
        text.contains("other/api.proto: its import \"other/deep.proto\" was not found")
            && text.contains("--include"),
        "{text}"
    );
}

#[test]
fn a_name_may_be_short_and_a_payload_may_be_made() {
    let place = Place::new();
    let suite = suite(&Bring {
        message: Some("Order".to_owned()),
        generate: Some(Generated { size: 500, seed: 7 }),
        ..place.orders()
    });
    let note = suite.notes.last().unwrap();
    let size = note
        .strip_prefix("a made-up payload of ")
        .and_then(|rest| rest.split_once(" bytes, from seed 7: "))
        .and_then(|(size, _)| size.parse::<usize>().ok());
    assert!(
        size.is_some_and(|size| (400..600).contains(&size)),
        "{note}"
    );
    place.builds(&suite);
}

#[test]
fn several_payloads_in_several_forms_are_one_workload() {
    let place = Place::new();
    let one = place.file("one.bin", &order("first"));
    let text = place.file("two.txt", b"id: \"second\"\nitems { sku: \"y\" }\n");
    let suite = suite(&Bring {
        message: Some("shop.v1.Order".to_owned()),
        payloads: vec![one, text],
        weights: vec![3, 1],
        ..place.orders()
    });
    let file = suite.write(&place.path("kept"), false).unwrap();
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written.contains("weight = 3"), "{written}");
    assert_eq!(
        std::fs::read(place.path("kept/payloads/0001.bin")).unwrap(),
        order("first")
    );
}

#[test]
fn a_descriptor_set_is_kept_as_one() {
    let place = Place::new();
    let mut compiler = protox::Compiler::new([place.path("protos")]).unwrap();
    compiler
        .include_imports(true)
        .open_file("shop/v1/orders.proto")
        .unwrap();
    let set = place.file("all.binpb", &compiler.encode_file_descriptor_set());
    let payload = place.file("order.bin", &order("first"));
    let suite = suite(&Bring {
        schema: set,
        message: Some("shop.v1.Order".to_owned()),
        payloads: vec![payload],
        ..Bring::default()
    });
    place.builds(&suite);
}

#[test]
fn roots_that_are_given_keep_their_order_and_their_files() {
    let place = Place::new();
    let root = "syntax = \"proto3\"; import \"shop/v1/orders.proto\"; message Root { shop.v1.Order order = 1; }";
    let entry = place.file("app/root.proto", root.as_bytes());
    let suite = suite(&Bring {
        schema: entry,
        include: vec![place.path("app"), place.path("protos")],
        message: Some("Root".to_owned()),
        generate: Some(Generated { size: 200, seed: 1 }),
        ..Bring::default()
    });
    let text = place.builds(&suite);
    assert!(
        text.contains("include = [\"proto/app\", \"proto/protos\"]"),
        "{text}"
    );
}

#[test]
fn what_is_missing_is_said_in_a_line() {
    let place = Place::new();
    let payload = place.file("order.bin", &order("first"));
    let refused = |given: Bring| -> BringError {
        let error = bring(&given).expect_err("it is refused");
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
        error
    };
    let named = |name: &str| Bring {
        message: Some(name.to_owned()),
        ..place.orders()
    };
    let says = |error: BringError, what: &str| assert!(error.to_string().contains(what), "{error}");
    says(
        refused(named("shop.v1.Ordr")),
        "did you mean `shop.v1.Order`",
    );
    says(refused(named("Order")), "--generate");
    says(
        refused(Bring {
            payloads: vec![payload.clone()],
            weights: vec![1, 2],
            ..named("Order")
        }),
        "2 weights for 1 payload: ",
    );
    says(
        refused(Bring {
            payloads: vec![payload.clone(), payload.clone()],
            weights: vec![1],
            ..named("Order")
        }),
        "1 weight for 2 payloads: ",
    );
    says(
        refused(Bring {
            payloads: vec![payload.clone()],
            include: vec![place.path("nowhere")],
            ..named("Order")
        }),
        "nowhere: cannot read this proto root",
    );
    says(
        refused(Bring {
            include: vec![place.path("protos/shop/v1")],
            ..named("Order")
        }),
        "add --include ",
    );
    says(
        refused(Bring {
            payloads: vec![place.file("junk.bin", &[0xff; 20])],
            ..place.orders()
        }),
        "no message of",
    );
    assert!(matches!(bring(&place.orders()), Ok(Brought::Choose(offers)) if offers.len() == 2));
    let suite = suite(&Bring {
        payloads: vec![payload],
        ..named("Order")
    });
    suite.write(&place.path("kept"), false).unwrap();
    says(
        suite.write(&place.path("kept"), false).unwrap_err(),
        "another folder",
    );
    let _: &Path = place.0.path();
}

#[test]
fn a_payload_of_another_message_is_told_which() {
    let place = Place::new();
    let given = |bytes: &[u8], format| Bring {
        message: Some("shop.Item".to_owned()),
        payloads: vec![place.file("order.bin", bytes)],
        format,
        ..place.orders()
    };
    let text = |given: &Bring| bring(given).unwrap_err().to_string();
    let said = text(&given(&order("first"), None));
    assert!(
        said.ends_with("; it reads well as `shop.v1.Order`"),
        "{said}"
    );
    let said = text(&given(&order("first"), Some(Form::Grpc)));
    assert!(!said.contains("reads well"), "{said}");
    let said = text(&given(&[0xff; 20], None));
    assert!(!said.contains("reads well"), "{said}");
}

#[test]
fn messages_of_the_schema_are_offered_before_others_and_whole_ones_before_parts() {
    let place = Place::new();
    place.file(
        "protos/shop/v1/orders.proto",
        b"syntax = \"proto3\"; package shop.v1; import \"shop/common.proto\"; message Line { uint32 n = 1; }\
          message Order { map<string, Line> lines = 1; shop.Item item = 2; } message Tree { Tree left = 1; }",
    );
    let offered = |given: &Bring| match bring(given).unwrap() {
        Brought::Choose(offers) => Vec::from_iter(offers.into_iter().map(|offer| offer.message)),
        Brought::Suite(suite) => panic!("{suite:?}"),
    };
    let wanted = ["shop.v1.Order", "shop.v1.Tree", "shop.v1.Line", "shop.Item"];
    assert_eq!(offered(&place.orders()), wanted);

    let mut compiler = protox::Compiler::new([place.path("protos")]).unwrap();
    compiler.include_imports(true);
    compiler.open_file("shop/v1/orders.proto").unwrap();
    let set = place.file("all.binpb", &compiler.encode_file_descriptor_set());
    let of_set = Bring {
        schema: set,
        ..Bring::default()
    };
    assert_eq!(offered(&of_set), wanted);
}
