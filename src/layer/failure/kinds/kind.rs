//! What an error carries.

use std::backtrace::BacktraceStatus;
use std::error::Error;
use std::hint::black_box;

use super::stack::Ask;

/// A kind of error.
pub trait Kind: Sized + 'static {
    /// How often it allocates, where that is known.
    const ALLOCATIONS: Option<u64>;

    /// The error of a value that is too large.
    fn too_large(ask: &Ask) -> Self;

    /// The code, by the numbers of gRPC (`grpc/doc/statuscodes.md`); 0 where there is none.
    fn code(&self) -> i32;

    /// What a caller does with it.
    #[inline(always)]
    fn look(&self) {
        black_box(self.code());
    }

    /// Whether it carries what it should besides the code, so many frames below the caller.
    fn check(&self, ask: &Ask, frames: u32) -> Result<(), String>;
}

/// A code and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[allow(
    dead_code,
    reason = "the others keep it from being a type with one value"
)]
pub enum Code {
    /// The caller asked for what cannot be.
    #[error("invalid argument")]
    InvalidArgument = 3,
    /// What was asked for is not there.
    #[error("not found")]
    NotFound = 5,
    /// Not now.
    #[error("unavailable")]
    Unavailable = 14,
}

impl Kind for Code {
    const ALLOCATIONS: Option<u64> = Some(0);

    #[inline(always)]
    fn too_large(_: &Ask) -> Self {
        Code::InvalidArgument
    }

    #[inline(always)]
    fn code(&self) -> i32 {
        *self as i32
    }

    fn check(&self, _: &Ask, _: u32) -> Result<(), String> {
        Ok(())
    }
}

/// What people need to know, as `thiserror` enums have it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(dead_code, reason = "as with `Code`")]
pub enum Rich {
    /// A value that is too large.
    #[error("{text}: {found} bytes, of at most {limit}")]
    TooLarge {
        /// What is wrong.
        text: String,
        /// Its size, in bytes.
        found: u64,
        /// The largest size, in bytes.
        limit: u64,
    },
    /// A key without a value.
    #[error("there is no `{key}`")]
    NotFound {
        /// The key.
        key: String,
    },
}

impl Rich {
    /// The same as the ask, or what is different.
    pub fn compare(&self, ask: &Ask) -> Result<(), String> {
        let expected = Rich::too_large(ask);
        match *self == expected {
            true => Ok(()),
            false => Err(format!("expected `{expected}`, and got `{self}`")),
        }
    }
}

impl Kind for Rich {
    /// The text.
    const ALLOCATIONS: Option<u64> = Some(1);

    #[inline(always)]
    fn too_large(ask: &Ask) -> Self {
        Rich::TooLarge {
            text: ask.text.to_owned(),
            found: ask.size,
            limit: ask.limit,
        }
    }

    #[inline(always)]
    fn code(&self) -> i32 {
        match self {
            Rich::TooLarge { .. } => Code::InvalidArgument as i32,
            Rich::NotFound { .. } => Code::NotFound as i32,
        }
    }

    fn check(&self, ask: &Ask, _: u32) -> Result<(), String> {
        let said = self.to_string();
        match said.starts_with(ask.text) && said.contains(&ask.size.to_string()) {
            true => Ok(()),
            false => Err(format!(
                "`{said}` says neither `{}` nor {}",
                ask.text, ask.size
            )),
        }
    }
}

/// A [`Rich`] behind a pointer.
impl Kind for Box<dyn Error + Send + Sync> {
    /// The text and the box.
    const ALLOCATIONS: Option<u64> = Some(2);

    #[inline(always)]
    fn too_large(ask: &Ask) -> Self {
        Rich::too_large(ask).into()
    }

    #[inline(always)]
    fn code(&self) -> i32 {
        self.downcast_ref::<Rich>().map_or(0, Rich::code)
    }

    fn check(&self, ask: &Ask, _: u32) -> Result<(), String> {
        let rich = self.downcast_ref::<Rich>();
        rich.ok_or("the box holds another error")?.compare(ask)
    }
}

/// A [`Rich`] in an error of `anyhow`, which captures no backtrace where the environment does not ask for it.
impl Kind for anyhow::Error {
    /// The text and the box.
    const ALLOCATIONS: Option<u64> = Some(2);

    #[inline(always)]
    fn too_large(ask: &Ask) -> Self {
        anyhow::Error::new(Rich::too_large(ask))
    }

    #[inline(always)]
    fn code(&self) -> i32 {
        self.downcast_ref::<Rich>().map_or(0, Rich::code)
    }

    fn check(&self, ask: &Ask, _: u32) -> Result<(), String> {
        captures_nothing(self)?;
        let rich = self.downcast_ref::<Rich>();
        rich.ok_or("anyhow holds another error")?.compare(ask)
    }
}

/// Whether `anyhow` itself has captured no backtrace, as [`PINNED`](crate::layer::failure::PINNED) asks.
pub fn captures_nothing(error: &anyhow::Error) -> Result<(), String> {
    match error.backtrace().status() {
        BacktraceStatus::Captured => Err(
            "the environment has anyhow capture a backtrace with every error: unset RUST_BACKTRACE and RUST_LIB_BACKTRACE \
             where this process is started"
                .to_owned(),
        ),
        _ => Ok(()),
    }
}

/// What a gRPC handler returns.
impl Kind for tonic::Status {
    /// The text and the box.
    const ALLOCATIONS: Option<u64> = Some(2);

    #[inline(always)]
    fn too_large(ask: &Ask) -> Self {
        tonic::Status::invalid_argument(ask.text)
    }

    #[inline(always)]
    fn code(&self) -> i32 {
        tonic::Status::code(self) as i32
    }

    fn check(&self, ask: &Ask, _: u32) -> Result<(), String> {
        match self.message() == ask.text {
            true => Ok(()),
            false => Err(format!(
                "expected the message `{}`, and got `{}`",
                ask.text,
                self.message()
            )),
        }
    }
}
