//! Sweeps: one case of a suite file becomes one a size.

use toml::Spanned;

use super::file::SweepTable;
use super::resolve::check_length;
use super::text::Text;
use super::{Case, Source, Sweep};
use crate::error::Error;
use crate::limits::MAX_CASES;
use crate::payload::generate::Bounds;

/// The cases of a sweep: the same case with another length of one field.
pub(super) fn expand(
    text: &Text<'_>,
    case: &Case,
    sweep: &Spanned<SweepTable>,
) -> Result<Vec<Case>, Error> {
    let Source::Generate(generate) = &case.source else {
        let what = format!("case `{}`: a sweep needs `generate`", case.name);
        let remedy = "a payload file has one size: remove `sweep`, or replace `payload`";
        return Err(text.error(sweep, what, remedy));
    };
    if generate.size.is_some() {
        let what = format!(
            "case `{}`: `sweep` and `size` contradict each other",
            case.name
        );
        return Err(text.error(
            sweep,
            what,
            "remove `size`: the sweep sets the length of its field",
        ));
    }
    let table = sweep.get_ref();
    if table.bytes.is_empty() {
        let what = format!("case `{}`: the sweep has no sizes", case.name);
        return Err(text.error(sweep, what, "add some, as in bytes = [16, 4096]"));
    }
    if table.bytes.len() > MAX_CASES {
        let what = format!(
            "case `{}`: the sweep has more than {MAX_CASES} sizes",
            case.name
        );
        return Err(text.error(sweep, what, "remove some"));
    }
    let field = table.field.get_ref();
    table
        .bytes
        .iter()
        .map(|bytes| {
            let mut generate = generate.clone();
            let rule = generate.fields.entry(field.clone()).or_default();
            if rule.length.is_some() || rule.chars.is_some() {
                let what = format!("case `{}`: `{field}` has a length and is swept", case.name);
                return Err(text.error(&table.field, what, "remove its `length` or `chars`"));
            }
            rule.length = Some(Bounds::exactly(*bytes.get_ref()));
            let name = format!("{}-{}", case.name, binary_size(*bytes.get_ref()));
            check_length(text, bytes, &name)?;
            Ok(Case {
                at: text.place(bytes),
                name,
                source: Source::Generate(generate),
                source_at: text.place(bytes),
                sweep: Some(Sweep {
                    family: case.name.clone(),
                    bytes: *bytes.get_ref(),
                }),
                ..case.clone()
            })
        })
        .collect()
}

/// `16`, `4Ki`, `1Mi`: exact, so two sizes never share a name.
fn binary_size(bytes: u64) -> String {
    const KI: u64 = 1 << 10;
    const MI: u64 = 1 << 20;
    match bytes {
        0 => "0".to_owned(),
        n if n % MI == 0 => format!("{}Mi", n / MI),
        n if n % KI == 0 => format!("{}Ki", n / KI),
        n => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::binary_size;

    #[test]
    fn sizes_are_named_exactly() {
        let named: Vec<String> = [16, 256, 4096, 5000, 65536, 1 << 20, 3 << 19, 0]
            .into_iter()
            .map(binary_size)
            .collect();
        assert_eq!(
            named,
            ["16", "256", "4Ki", "5000", "64Ki", "1Mi", "1536Ki", "0"]
        );
    }
}
