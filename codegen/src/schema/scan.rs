//! What has to be known of a `.proto` source before it is parsed.

/// The edition that a source is written in, when it begins with `edition = "..."`.
#[must_use]
pub(super) fn edition(source: &str) -> Option<String> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let rest = skip_blank(source).strip_prefix("edition")?;
    let rest = skip_blank(rest).strip_prefix('=')?;
    let rest = skip_blank(rest);
    let quote = rest
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''))?;
    let (edition, _) = rest[1..].split_once(quote)?;
    Some(edition.to_owned())
}

/// Skips what may stand between tokens: white space, comments and empty statements.
fn skip_blank(mut source: &str) -> &str {
    loop {
        source = source.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if let Some(comment) = source.strip_prefix("//") {
            source = comment.find('\n').map_or("", |end| &comment[end..]);
        } else if let Some(comment) = source.strip_prefix("/*") {
            source = comment.find("*/").map_or("", |end| &comment[end + 2..]);
        } else {
            return source;
        }
    }
}

/// The source with `1.0` for `inf` and `nan` in the values of options, when it has any.
///
/// `option (x) = -inf;` is legal, protox 0.10 refuses it everywhere but in field defaults, and it has no effect
/// on the wire. The number is as long as the name, so that every other place keeps its line and column.
#[must_use]
pub(super) fn with_finite_options(source: &str) -> Option<String> {
    let mut names: Vec<usize> = Vec::new();
    // The last tokens that mean something; a minus sign means nothing here.
    let mut last = ["", ""];
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let length = token(rest);
        let this = &rest[..length];
        if !is_comment(rest) && !rest.starts_with(char::is_whitespace) && this != "-" {
            if matches!(this, "inf" | "nan") && last[1] == "=" && last[0] != "default" {
                names.push(at);
            }
            last = [last[1], this];
        }
        at += length;
    }
    if names.is_empty() {
        return None;
    }
    let mut source = source.to_owned();
    for at in names {
        source.replace_range(at..at + 3, "1.0");
    }
    Some(source)
}

/// The files that a source imports, in order; of broken sources what can be made out.
#[must_use]
pub(crate) fn imports(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    // The last tokens that mean something, and how many braces are open.
    let (mut last, mut depth) = (["", ""], 0_usize);
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let length = token(rest);
        let this = &rest[..length];
        at += length;
        if is_comment(rest) || rest.starts_with(char::is_whitespace) {
            continue;
        }
        match this {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let leads = match last {
            [_, "import"] => true,
            ["import", kind] => matches!(kind, "public" | "weak"),
            _ => false,
        };
        let quoted = |quote| this.strip_prefix(quote)?.strip_suffix(quote);
        if leads && depth == 0 {
            found.extend(quoted('"').or_else(|| quoted('\'')).map(str::to_owned));
        }
        last = [last[1], this];
    }
    found
}

fn is_comment(source: &str) -> bool {
    source.starts_with("//") || source.starts_with("/*")
}

/// The length of the token, comment or stretch of white space that a source begins with.
fn token(source: &str) -> usize {
    if is_comment(source) {
        let end = if source.starts_with("//") { "\n" } else { "*/" };
        return source.find(end).map_or(source.len(), |at| at + end.len());
    }
    let first = source.chars().next().unwrap_or(' ');
    let run = |belongs: fn(char) -> bool| source.find(|c| !belongs(c)).unwrap_or(source.len());
    match first {
        '"' | '\'' => string(source, first),
        c if c.is_whitespace() => run(char::is_whitespace),
        c if c.is_alphanumeric() || c == '_' => run(|c| c.is_alphanumeric() || c == '_'),
        c => c.len_utf8(),
    }
}

/// The length of the string literal that a source begins with.
fn string(source: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in source.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote || c == '\n' => return at + c.len_utf8(),
            _ => {}
        }
    }
    source.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_are_seen_through_comments() {
        assert_eq!(edition("edition = \"2023\";").as_deref(), Some("2023"));
        assert_eq!(
            edition("// a\n/* b */ edition/**/=\n'2024' ;").as_deref(),
            Some("2024")
        );
        assert_eq!(edition("syntax = \"proto3\"; // edition = \"2023\";"), None);
        assert_eq!(edition("// edition = \"2023\";"), None);
        assert_eq!(edition("/* edition = \"2023\";"), None);
        assert_eq!(edition("edition"), None);
        assert_eq!(edition("edition = 2023;"), None);
    }

    #[test]
    fn imports_are_told_from_what_looks_like_them() {
        let source = "\u{feff}syntax = 'proto3'; // import \"no.proto\";\nimport \"a/b.proto\";import public 'c.proto';\n\
                      import /* x */ weak\n\"d.proto\"; message import { string import = 1; option (x) = \"no\"; }";
        assert_eq!(imports(source), ["a/b.proto", "c.proto", "d.proto"]);
        assert!(imports("import").is_empty());
        assert!(imports("import \"").is_empty());
        assert!(imports("import \"é").is_empty());
        assert!(imports("import é \"x\"").is_empty());
    }

    #[test]
    fn infinite_options_become_finite() {
        let clean = with_finite_options;
        assert_eq!(clean("option (x) = -inf;").unwrap(), "option (x) = -1.0;");
        assert_eq!(
            clean("A = 0 [(a.b) = - /* = nan */ nan, c = inf];").unwrap(),
            "A = 0 [(a.b) = - /* = nan */ 1.0, c = 1.0];"
        );
        assert_eq!(clean("optional float f = 1 [default = -inf];"), None);
        assert_eq!(clean("optional float inf = 1; float x = -1;"), None);
        assert_eq!(
            clean("// = -inf\noption x = \"= -inf\"; /* = -inf */"),
            None
        );
        assert_eq!(clean("/* é"), None);
        assert_eq!(clean("'é\\'; = -inf"), None);
        assert_eq!(clean("= -"), None);
    }
}
