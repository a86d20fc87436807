//! What can be wrong with headers.

/// At most so many bytes of a name or value are told.
const SHOWN: usize = 48;

/// Headers that cannot be taken. No variant holds more than the beginning of what was sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MetadataError {
    /// The empty name.
    #[error("a header with the value \"{value}\" has no name: give it one, or leave it out")]
    NoName {
        /// The value's beginning.
        value: String,
    },
    /// A name that is no lower-case token.
    #[error(
        "header \"{name}\" has {} at byte {at} of its name, where HTTP/2 allows lower-case tokens alone \
         (RFC 9113, 8.2.1): {}",
        byte_shown(*byte), name_remedy(*byte)
    )]
    Name {
        /// The name's beginning.
        name: String,
        /// The first byte that may not be there.
        byte: u8,
        /// Where it is, from 0.
        at: usize,
    },
    /// A name that no table of headers takes.
    #[error("header \"{name}\" has a name of {length} bytes, and {most} are the most: shorten it")]
    LongName {
        /// The name's beginning.
        name: String,
        /// Bytes.
        length: usize,
        /// The most bytes.
        most: usize,
    },
    /// A value that no HTTP header may have.
    #[error(
        "header \"{name}\" has {} at byte {at} of its value, where HTTP allows no control character but the tab \
         (RFC 9110, 5.5): take it out, or send the bytes as base64 under a name that ends with -bin",
        byte_shown(*byte)
    )]
    Value {
        /// The name's beginning.
        name: String,
        /// The first byte that may not be there.
        byte: u8,
        /// Where it is, from 0.
        at: usize,
    },
    /// A value that HTTP lets pass, and is no text of gRPC's.
    #[error(
        "header \"{name}\" has {} at byte {at} of its value, where text is ASCII (gRPC's ASCII-Value): take its bytes, or \
         have it sent as base64 under a name that ends with -bin",
        byte_shown(*byte)
    )]
    NotAscii {
        /// The name's beginning.
        name: String,
        /// The first byte that is not ASCII.
        byte: u8,
        /// Where it is, from 0.
        at: usize,
    },
    /// A value under a name that ends with `-bin` that is no base64.
    #[error("header \"{name}\" is no base64: {fault}")]
    Base64 {
        /// The name's beginning.
        name: String,
        /// What is wrong.
        fault: Base64Fault,
    },
    /// Bytes for a name that does not say so.
    #[error("header \"{name}\" is to have bytes, and its name does not end with -bin: let it")]
    NotBin {
        /// The name's beginning.
        name: String,
    },
    /// More than the limit allows.
    #[error(
        "header \"{name}\" brings the headers to {size} bytes where {limit} is the limit (names, values and 32 for each, \
         RFC 9113, 6.5.2): send fewer or shorter ones, or raise the limit"
    )]
    TooLarge {
        /// The beginning of the name of the first header that is too much.
        name: String,
        /// Size of the list with this header, in bytes.
        size: usize,
        /// The most bytes.
        limit: usize,
    },
    /// More headers than [`http::HeaderMap`] holds.
    #[error("header \"{name}\" is one more than http::HeaderMap holds: send fewer")]
    TooMany {
        /// The name's beginning.
        name: String,
    },
    /// A name with a colon in front that no request has.
    #[error(
        "\"{name}\" is no pseudo header of a request, which has :method, :scheme, :path and :authority \
         (RFC 9113, 8.3.1): leave it out"
    )]
    PseudoUnknown {
        /// The name's beginning.
        name: String,
    },
    /// One that must be there.
    #[error(
        "there is no {name}, and each request has one (RFC 9113, 8.3.1): send it in front of the other headers"
    )]
    PseudoMissing {
        /// Its name.
        name: &'static str,
    },
    /// One that is there more than once.
    #[error("{name} is there twice, and each request has one (RFC 9113, 8.3): send the right one")]
    PseudoTwice {
        /// Its name.
        name: &'static str,
    },
    /// One behind an ordinary header.
    #[error(
        "{name} comes behind header \"{behind}\" (RFC 9113, 8.3): send it in front of the ordinary headers"
    )]
    PseudoLate {
        /// Its name.
        name: &'static str,
        /// The beginning of the name of the ordinary header before it.
        behind: String,
    },
    /// One that no gRPC call has.
    #[error("{name} is \"{value}\", and a gRPC call wants {wants}: send that")]
    PseudoValue {
        /// Its name.
        name: &'static str,
        /// The value's beginning.
        value: String,
        /// What it should be.
        wants: &'static str,
    },
}

/// Why text is no base64 as gRPC has it: RFC 4648, section 4, with or without padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Base64Fault {
    /// A byte that is no digit of it.
    #[error("{} at byte {at}: {}", byte_shown(*byte), digit_remedy(*byte))]
    Byte {
        /// The first such byte.
        byte: u8,
        /// Where it is, from 0.
        at: usize,
    },
    /// A length that no bytes give.
    #[error("no bytes give {digits} digits: send what was cut off")]
    Length {
        /// Digits without padding.
        digits: usize,
    },
    /// More padding than there can be.
    #[error("{digits} digits with {padding} padding characters: send them without")]
    Padding {
        /// Digits without padding.
        digits: usize,
        /// Padding characters.
        padding: usize,
    },
    /// Bits behind the last byte that are not zero.
    #[error(
        "the last digit has bits behind the last byte: encode it with zeros there (RFC 4648, 3.5)"
    )]
    Bits,
}

impl MetadataError {
    /// What is wrong with a name that was refused.
    #[cold]
    pub(super) fn name(name: &[u8], value: &[u8]) -> Self {
        match name
            .iter()
            .position(|&byte| !super::flat::is_name_byte(byte))
        {
            _ if name.is_empty() => MetadataError::NoName {
                value: shown(value),
            },
            Some(at) => MetadataError::Name {
                name: shown(name),
                byte: name[at],
                at,
            },
            None => MetadataError::LongName {
                name: shown(name),
                length: name.len(),
                most: super::flat::MOST_NAME,
            },
        }
    }

    /// What is wrong with a value that was refused.
    #[cold]
    pub(super) fn value(name: &[u8], value: &[u8]) -> Self {
        let at = value
            .iter()
            .position(|&byte| !super::flat::is_value_byte(byte));
        let at = at.unwrap_or_default();
        MetadataError::Value {
            name: shown(name),
            byte: value.get(at).copied().unwrap_or_default(),
            at,
        }
    }

    /// What keeps a value from being text.
    #[cold]
    pub(super) fn not_ascii(name: &str, value: &[u8]) -> Self {
        let at = value
            .iter()
            .position(|&byte| !super::flat::is_text_byte(byte));
        let at = at.unwrap_or_default();
        MetadataError::NotAscii {
            name: shown(name.as_bytes()),
            byte: value.get(at).copied().unwrap_or_default(),
            at,
        }
    }

    /// What keeps a value from being base64.
    #[cold]
    pub(super) fn base64(name: &str, text: &[u8]) -> Self {
        MetadataError::Base64 {
            name: shown(name.as_bytes()),
            fault: super::bin::fault(text),
        }
    }
}

/// The beginning of something sent, without anything that a terminal would act on.
pub(super) fn shown(bytes: &[u8]) -> String {
    let mut shown = bytes[..bytes.len().min(SHOWN)].escape_ascii().to_string();
    if bytes.len() > SHOWN {
        shown.push_str("...");
    }
    shown
}

fn byte_shown(byte: u8) -> String {
    match byte {
        b' ' => "a space".to_owned(),
        b'!'..=b'~' => format!("'{}'", char::from(byte)),
        _ => format!("byte {byte:#04x}"),
    }
}

fn name_remedy(byte: u8) -> &'static str {
    match byte {
        b'A'..=b'Z' => "send it in lower case",
        _ => "take it out",
    }
}

fn digit_remedy(byte: u8) -> &'static str {
    match byte {
        b',' => "split joined values at the comma first (gRPC's Binary-Header)",
        b'-' | b'_' => "gRPC has the standard alphabet, with + and / (RFC 4648, 4)",
        b'=' => "padding is at the end alone",
        _ => "send A-Z, a-z, 0-9, + and /",
    }
}
