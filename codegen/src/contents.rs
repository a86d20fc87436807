//! What was generated, for whoever looks at the code rather than running it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::glue::Root;

/// Name of the file beside the glue.
pub const CONTENTS: &str = "contents.json";

/// A message type of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Its full name.
    pub message: String,
    /// The glue's module for it.
    pub module: String,
    /// The cases that use it.
    pub cases: Vec<String>,
    /// Its codecs.
    pub codecs: Vec<Code>,
}

/// One codec for a message type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// Name of the codec.
    pub codec: String,
    /// Path of the function that makes it, as in `m0::prost::codec`; and the file that its generator wrote.
    pub made: Option<(String, PathBuf)>,
    /// Why there is none.
    pub refused: Option<String>,
}

impl Message {
    pub(crate) fn of(root: &Root, message: &str, cases: Vec<String>) -> Self {
        let code = |(codec, arm): &(&'static str, Result<crate::glue::Arm, _>)| match arm {
            Ok(arm) => Code {
                codec: (*codec).to_owned(),
                made: Some((root.codec_path(codec), arm.file.clone())),
                refused: None,
            },
            Err(refusal) => {
                let crate::generate::Refusal { stage, reason } = refusal;
                Code {
                    codec: (*codec).to_owned(),
                    made: None,
                    refused: Some(format!("{stage}: {reason}")),
                }
            }
        };
        Message {
            message: message.to_owned(),
            module: root.module.clone(),
            cases,
            codecs: root.codecs.iter().map(code).collect(),
        }
    }
}

/// Reads the contents of a folder that [`build()`](crate::build()) wrote.
///
/// # Errors
/// When there is no such file, or it is of another version.
pub fn read(folder: &Path) -> Result<Vec<Message>, Error> {
    let path = folder.join(CONTENTS);
    let failed = |source| Error::Read {
        path: path.clone(),
        role: "list of generated code",
        source,
        remedy: "have the suite generated again".to_owned(),
    };
    let text = std::fs::read(&path).map_err(failed)?;
    serde_json::from_slice(&text).map_err(|error| failed(error.into()))
}
