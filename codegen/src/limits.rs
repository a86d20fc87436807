//! How large things may be. Each limit is far above what people write, and low enough that whatever a file
//! holds ends soon in a result or in one line, never in a full memory or an overflown stack.
//!
//! docs/SUITE.md lists them for users.

/// Bytes of a suite file.
pub const MAX_SUITE: u64 = 256 << 10;

/// Cases of a suite, each point of a sweep counted.
pub const MAX_CASES: usize = 256;

/// Rules in the `fields` of one `generate`: every point of a sweep has its own copy of them.
pub const MAX_RULES: usize = 1000;

/// Parts of a path in a rule. Payloads may not be nested deeper than this either.
pub const MAX_PATH: usize = 100;

/// Bytes of a schema: of a descriptor set, or of all `.proto` files that one imports in the end.
pub const MAX_SCHEMA: u64 = 16 << 20;

/// Files of a `.proto` tree.
pub const MAX_FILES: usize = 1000;

/// How deep imports may follow one another: the compiler below recurses from one to the next.
pub const MAX_IMPORT_DEPTH: usize = 100;

/// Declarations of a schema: messages, fields, enums, their values, and so on. In memory each is hundreds of
/// times the two bytes that it can take in a descriptor set.
pub const MAX_DECLARATIONS: usize = 500_000;

/// Bytes of all names of a schema, each written out in full: a long package name counts once a declaration.
pub const MAX_NAMES: u64 = 128 << 20;

/// How deep message types may be declared inside of one another; protoc stops at half of it.
pub const MAX_TYPE_NESTING: usize = 64;

/// Messages that the message of a case can hold, itself and all below it: each becomes a type in every codec.
pub const MAX_MESSAGES: usize = 4096;

/// The fields of all these messages, and the values of their enums.
pub const MAX_MEMBERS: usize = 65_536;

/// Payload files of a case.
pub const MAX_PAYLOADS: usize = 1000;

/// Messages in one pass over the payloads of a case, the sum of their reduced weights: a pass is one op, and a
/// sample has at least one.
pub const MAX_PASS: usize = 10_000;

/// Bytes of all messages of a pass: what one op works through. In memory each payload is held once.
pub const MAX_PASS_BYTES: u64 = 4 << 30;

/// Bytes of a payload, and of all payloads of a case together: every codec holds the messages, their texts and
/// their copies in memory.
pub const MAX_PAYLOAD: u64 = 256 << 20;

/// Messages and map entries of a generated payload.
pub const MAX_ELEMENTS: u64 = 1_000_000;
