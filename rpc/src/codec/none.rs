//! No codec: what gRPC, HTTP/2 and the kernel cost by themselves.

use bytes::Bytes;

use super::arm::{Arm, Fault};

/// Bytes in, the same bytes out.
#[derive(Debug, Clone, Copy)]
pub struct Unparsed;

impl Arm for Unparsed {
    type Message = Bytes;

    fn read(&self, bytes: Bytes) -> Result<Bytes, Fault> {
        Ok(bytes)
    }

    fn answer(&self, message: Bytes) -> Result<Bytes, Fault> {
        Ok(message)
    }

    fn write(&self, message: &Bytes, out: &mut Vec<u8>) -> Result<(), Fault> {
        out.extend_from_slice(message);
        Ok(())
    }
}
