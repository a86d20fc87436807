//! Mixes: several payload files with their weights, which are reduced to the shortest pass.

use std::collections::BTreeSet;
use std::path::Path;

use toml::Spanned;

use super::Part;
use super::file::PayloadTable;
use super::resolve::{exists, join};
use super::text::Text;
use crate::error::Error;
use crate::limits::{MAX_PASS, MAX_PAYLOADS};

pub(super) fn resolve(
    text: &Text<'_>,
    dir: &Path,
    case: &str,
    tables: &Spanned<Vec<Spanned<PayloadTable>>>,
) -> Result<Vec<Part>, Error> {
    let listed = tables.get_ref();
    if listed.is_empty() {
        let what = format!("case `{case}`: `payloads` is empty");
        return Err(text.error(
            tables,
            what,
            "add some, as in { file = \"FILE\", weight = 3 }",
        ));
    }
    if listed.len() > MAX_PAYLOADS {
        let (what, remedy) = (
            format!(
                "case `{case}` has {} payloads, more than {MAX_PAYLOADS}",
                listed.len()
            ),
            "take a sample of them",
        );
        return Err(text.error(tables, what, remedy));
    }
    let mut files = BTreeSet::new();
    let mut weights = Vec::new();
    for table in listed {
        let name = &table.get_ref().file;
        let file = join(dir, name.get_ref());
        exists(
            text,
            case,
            "payload",
            name,
            &file,
            "give a path relative to the suite file",
        )?;
        if !files.insert(file) {
            let what = format!(
                "case `{case}`: payload `{}` is listed twice",
                name.get_ref()
            );
            return Err(text.error(name, what, "list it once, with the sum of the weights"));
        }
        weights.push(match &table.get_ref().weight {
            None => 1,
            Some(weight) if *weight.get_ref() == 0 => {
                let what = format!("case `{case}`: a weight of 0");
                return Err(text.error(weight, what, "give 1 or more, or remove the payload"));
            }
            Some(weight) => *weight.get_ref(),
        });
    }
    let divisor = weights.iter().copied().fold(0, gcd);
    // A sum of so many numbers of 64 bits needs more of them.
    let pass: u128 = weights
        .iter()
        .map(|&weight| u128::from(weight / divisor))
        .sum();
    if pass > MAX_PASS as u128 {
        let what =
            format!("case `{case}`: a pass over the mix has {pass} messages, more than {MAX_PASS}");
        let remedy = "give rounder weights: divided by what they have in common, they are counts of messages";
        return Err(text.error(tables, what, remedy));
    }
    let parts = listed.iter().zip(weights).map(|(table, weight)| Part {
        file: join(dir, table.get_ref().file.get_ref()),
        at: text.place(&table.get_ref().file),
        weight: (weight / divisor) as u32,
    });
    Ok(parts.collect())
}

fn gcd(left: u64, right: u64) -> u64 {
    match right {
        0 => left,
        _ => gcd(right, left % right),
    }
}

#[cfg(test)]
mod tests {
    use super::gcd;

    #[test]
    fn the_greatest_common_divisor() {
        assert_eq!([12, 18, 30].into_iter().fold(0, gcd), 6);
        assert_eq!([7, 5].into_iter().fold(0, gcd), 1);
        assert_eq!([u64::MAX].into_iter().fold(0, gcd), u64::MAX);
    }
}
