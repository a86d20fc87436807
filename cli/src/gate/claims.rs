//! The claims that must go on to hold: `gate/invariants.toml`.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use wiretax::runner::OpWrap;
use wiretax_report::CellId;

use super::Trouble;
use super::lane::Cell;

/// All of them.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Ratios of two cells.
    #[serde(default, rename = "claim")]
    pub ratios: Vec<Claim>,
    /// Whether base64 text has exactly four characters for every three bytes begun.
    #[serde(default)]
    pub base64_size: bool,
}

/// A ratio of two cells that stays within bounds, one or both.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// A word or two that name it.
    pub name: String,
    /// What it says.
    pub says: String,
    /// Id of the cell that is divided.
    pub numerator: String,
    /// Id of the cell that it is divided by.
    pub denominator: String,
    /// At least so much.
    pub at_least: Option<f64>,
    /// At most so much.
    pub at_most: Option<f64>,
    /// Id of a cell that breaks the claim when it stands in the numerator's place, such as the same with another engine: a
    /// claim that holds of that one too would notice nothing.
    pub fails_with: Option<String>,
}

impl Claims {
    /// Reads the file; none where there is no such file.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Claims::default());
            }
            text => text.map_err(|error| Trouble::file(path, "read", error))?,
        };
        let bad = |why: String| Trouble::Bad {
            path: path.to_owned(),
            why,
        };
        let claims: Claims = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
        for claim in &claims.ratios {
            claim
                .check()
                .map_err(|why| bad(format!("claim `{}`: {why}", claim.name)))?;
        }
        let mut names: Vec<&str> = claims.ratios.iter().map(|of| of.name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => Err(bad(format!("two claims are called `{}`", twice[0]))),
            None => Ok(claims),
        }
    }
}

impl Claim {
    fn check(&self) -> Result<(), String> {
        self.cells()?;
        self.fails_with.as_deref().map(cell).transpose()?;
        let bounds = [self.at_least, self.at_most];
        if bounds
            .iter()
            .flatten()
            .any(|bound| !(*bound > 0.0 && bound.is_finite()))
        {
            return Err("a bound is a positive number".to_owned());
        }
        match bounds {
            [None, None] => Err("it needs at_least, at_most or both".to_owned()),
            [Some(low), Some(high)] if low >= high => Err(format!(
                "at_least is {low} and at_most {high}: nothing lies between"
            )),
            _ => Ok(()),
        }
    }

    /// The claim that must not hold, if one is named.
    pub fn counterpart(&self) -> Option<Claim> {
        let cell = self.fails_with.as_ref()?;
        Some(Claim {
            name: format!("{} with {cell} in its place", self.name),
            numerator: cell.clone(),
            fails_with: None,
            ..self.clone()
        })
    }

    /// Numerator and denominator.
    pub fn cells(&self) -> Result<[Cell; 2], String> {
        Ok([cell(&self.numerator)?, cell(&self.denominator)?])
    }
}

/// The cell of an id.
pub fn cell(id: &str) -> Result<Cell, String> {
    let parsed: CellId = id
        .parse()
        .map_err(|_| format!("`{id}` is no cell: give case/op/codec/wrap"))?;
    Ok(Cell {
        cell: OpWrap::try_from(format!("{}/{}", parsed.op, parsed.wrap))?,
        case: parsed.case,
        codec: parsed.codec,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Claims, Trouble> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        Claims::read(file.path())
    }

    const GOOD: &str = r#"
        base64_size = true
        [[claim]]
        name = "a"
        says = "base64 doubles it"
        numerator = "x/decode/prost/base64"
        denominator = "x/decode/prost/raw"
        at_least = 2.0
    "#;

    #[test]
    fn claims_are_read() {
        let claims = read(GOOD).unwrap();
        assert!(claims.base64_size);
        let [base64, raw] = claims.ratios[0].cells().unwrap();
        assert_eq!(base64.id().to_string(), "x/decode/prost/base64");
        assert_eq!(raw.cell.wrap.to_string(), "raw");
        assert_eq!(
            Claims::read(Path::new("/no/such/file")).unwrap(),
            Claims::default()
        );
    }

    #[test]
    fn what_cannot_be_a_claim_is_named() {
        for (from, to, said) in [
            ("at_least = 2.0", "", "claim `a`: it needs at_least"),
            (
                "at_least = 2.0",
                "at_least = 2.0\nat_most = 1.0",
                "nothing lies between",
            ),
            ("at_least = 2.0", "at_least = -1.0", "positive"),
            ("x/decode/prost/raw", "x/decode/prost", "no cell"),
            ("x/decode/prost/raw", "x/decode/prost/rot13", "claim `a`"),
            ("at_least", "fails_with = \"y\"\nat_least", "`y` is no cell"),
            ("at_least", "atleast", "atleast"),
        ] {
            let error = read(&GOOD.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
        let twice = format!("{GOOD}\n{}", GOOD.replace("base64_size = true", ""));
        assert!(read(&twice).unwrap_err().to_string().contains("called `a`"));
    }
}
