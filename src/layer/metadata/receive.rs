//! Raw pairs of a request: the limit, the pseudo headers, and then the ordinary ones.

use bytes::Bytes;

use super::MetadataError;
use super::error::shown;

/// Name and value as they come out of HPACK: handles on buffers that an HTTP/2 stack has anyway.
pub type Pair = (Bytes, Bytes);

/// Size of a header list that is taken: names, values, and 32 bytes for each pair, uncompressed, with `-bin` values as
/// the base64 that they are (RFC 9113, 6.5.2; gRPC over HTTP/2, "Servers may limit the size of Request-Headers").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(usize);

impl Limit {
    /// What RFC 9113, 6.5.2 adds for each pair, in bytes.
    pub const EACH: usize = 32;
    /// The largest limit, in bytes. Below it there is no name and no number of headers that [`http::HeaderMap`] would
    /// refuse for their size.
    pub const MOST: usize = 65_535;

    /// So many bytes, or [`Limit::MOST`] if that is less.
    pub const fn bytes(bytes: usize) -> Self {
        Limit(if bytes < Self::MOST {
            bytes
        } else {
            Self::MOST
        })
    }
}

impl Default for Limit {
    /// 8 KiB, which gRPC over HTTP/2 suggests ("Request-Headers, with a default of 8 KiB suggested").
    fn default() -> Self {
        Limit(8 * 1024)
    }
}

/// The pseudo headers of a gRPC call (RFC 9113, 8.3.1; gRPC over HTTP/2, Call-Definition).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pseudo {
    /// `:method`, which is `POST`.
    pub method: Bytes,
    /// `:scheme`, which is `http` or `https`.
    pub scheme: Bytes,
    /// `:path`, which begins with a slash.
    pub path: Bytes,
    /// `:authority`, without which a call may be.
    pub authority: Option<Bytes>,
}

impl Pseudo {
    /// Hands them over by name and value, in the order in which `h2` sends them.
    #[inline]
    pub fn each(&self, mut field: impl FnMut(&[u8], &[u8])) {
        field(b":method", &self.method);
        field(b":scheme", &self.scheme);
        if let Some(authority) = &self.authority {
            field(b":authority", authority);
        }
        field(b":path", &self.path);
    }
}

/// Goes through the pairs of a request in order: counts them, sets the pseudo headers apart and gives the others to
/// `append`.
///
/// # Errors
/// For the first pair that is too much, for pseudo headers that are unknown, twice, late, wrong or missing, and
/// whatever `append` says. Nothing is given to `append` behind what is wrong.
#[inline]
pub fn receive(
    pairs: &[Pair],
    limit: Limit,
    mut append: impl FnMut(&Bytes, &Bytes) -> Result<(), MetadataError>,
) -> Result<Pseudo, MetadataError> {
    let (mut method, mut scheme, mut path, mut authority) = (None, None, None, None);
    let mut ordinary: Option<&Bytes> = None;
    let mut size = 0;
    for (name, value) in pairs {
        size += name.len() + value.len() + Limit::EACH;
        if size > limit.0 {
            return Err(MetadataError::TooLarge {
                name: shown(name),
                size,
                limit: limit.0,
            });
        }
        if name.first() != Some(&b':') {
            append(name, value)?;
            ordinary = Some(name);
            continue;
        }
        let (name, slot, fits, wants) = match &name[1..] {
            b"method" => (":method", &mut method, &value[..] == b"POST", "POST"),
            b"scheme" => {
                let fits = matches!(&value[..], b"http" | b"https");
                (":scheme", &mut scheme, fits, "http or https")
            }
            b"path" => {
                let fits = value.first() == Some(&b'/') && visible(value);
                (
                    ":path",
                    &mut path,
                    fits,
                    "a path of visible ASCII that begins with /",
                )
            }
            b"authority" => {
                let fits = !value.is_empty() && visible(value);
                (
                    ":authority",
                    &mut authority,
                    fits,
                    "a host of visible ASCII",
                )
            }
            _ => return Err(MetadataError::PseudoUnknown { name: shown(name) }),
        };
        if let Some(behind) = ordinary {
            let behind = shown(behind);
            return Err(MetadataError::PseudoLate { name, behind });
        }
        if !fits {
            let value = shown(value);
            return Err(MetadataError::PseudoValue { name, value, wants });
        }
        if slot.replace(value.clone()).is_some() {
            return Err(MetadataError::PseudoTwice { name });
        }
    }
    let there = |name, slot: Option<Bytes>| slot.ok_or(MetadataError::PseudoMissing { name });
    Ok(Pseudo {
        method: there(":method", method)?,
        scheme: there(":scheme", scheme)?,
        path: there(":path", path)?,
        authority,
    })
}

fn visible(value: &[u8]) -> bool {
    value.iter().all(u8::is_ascii_graphic)
}
