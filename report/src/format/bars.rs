//! Bars, as long as numbers are large.

use super::Glyphs;

/// Eighths of a block, from none to seven.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/// Columns of a bar at most; longer ones tell no more.
const LONGEST: usize = 50;
/// Columns that a bar needs beside its name; with fewer it stands below it.
const SHORTEST: usize = 10;
/// Columns before everything.
const INDENT: usize = 3;
/// Columns of a frame: its three lines with a blank beside each.
const FRAME: usize = 7;

/// A bar of `share` of so many columns, to an eighth of a column where there are such glyphs.
pub(super) fn bar(share: f64, columns: usize, glyphs: Glyphs) -> String {
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    match glyphs {
        Glyphs::Blocks => {
            let eighths = (share * columns as f64 * 8.0).round() as usize;
            let part = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
            "█".repeat(eighths / 8) + part
        }
        Glyphs::Ascii => "#".repeat((share * columns as f64).round() as usize),
    }
}

/// A framed chart of names and shares; where the width does not allow one, a line for each name and one for its bar.
pub(super) fn chart(rows: &[(String, f64)], width: usize, glyphs: Glyphs) -> String {
    let name = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let columns = width.saturating_sub(INDENT + name + FRAME).min(LONGEST);
    if columns < SHORTEST {
        return below(rows, width, glyphs);
    }
    let [
        across,
        [left, middle, right],
        upright,
        [first, second, last],
    ] = match glyphs {
        Glyphs::Blocks => [["─"; 3], ["┌", "┬", "┐"], ["│"; 3], ["└", "┴", "┘"]],
        Glyphs::Ascii => [["-"; 3], ["+"; 3], ["|"; 3], ["+"; 3]],
    };
    let across = |count: usize| across[0].repeat(count + 2);
    let rule = |[left, middle, right]: [&str; 3]| {
        let (names, bars) = (across(name), across(columns));
        format!("{:INDENT$}{left}{names}{middle}{bars}{right}\n", "")
    };
    let mut text = rule([left, middle, right]);
    for (of, share) in rows {
        let bar = bar(*share, columns, glyphs);
        let upright = upright[0];
        text += &format!(
            "{:INDENT$}{upright} {of:name$} {upright} {bar:columns$} {upright}\n",
            ""
        );
    }
    text + &rule([first, second, last])
}

fn below(rows: &[(String, f64)], width: usize, glyphs: Glyphs) -> String {
    let columns = width.saturating_sub(2 * INDENT).clamp(1, LONGEST);
    let line = |(name, share): &(String, f64)| {
        let name = super::suites::broken(name, width.saturating_sub(INDENT), INDENT);
        format!(
            "{name}{:2$}{}\n",
            "",
            bar(*share, columns, glyphs),
            2 * INDENT
        )
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_exact_to_an_eighth() {
        let shares = [0.0, 1.0 / 80.0, 0.5, 0.55, 1.0, 2.0, f64::NAN];
        let drawn = |glyphs| shares.map(|share| bar(share, 10, glyphs));
        assert_eq!(
            drawn(Glyphs::Blocks),
            ["", "▏", "█████", "█████▌", "██████████", "██████████", ""]
        );
        assert_eq!(
            drawn(Glyphs::Ascii)[2..5],
            ["#####", "######", "##########"]
        );
    }

    #[test]
    fn a_chart_is_framed_where_there_is_room() {
        let rows = [("prost/raw".to_owned(), 1.0), ("b".to_owned(), 0.25)];
        let lines = |width, glyphs| -> Vec<String> {
            let text = chart(&rows, width, glyphs);
            text.lines().map(str::to_owned).collect()
        };
        assert_eq!(
            lines(29, Glyphs::Blocks),
            [
                "   ┌───────────┬────────────┐",
                "   │ prost/raw │ ██████████ │",
                "   │ b         │ ██▌        │",
                "   └───────────┴────────────┘",
            ]
        );
        assert_eq!(
            lines(29, Glyphs::Ascii),
            [
                "   +-----------+------------+",
                "   | prost/raw | ########## |",
                "   | b         | ###        |",
                "   +-----------+------------+",
            ]
        );
        assert_eq!(
            lines(14, Glyphs::Ascii),
            ["   prost/raw", "      ########", "   b", "      ##"]
        );
    }
}
