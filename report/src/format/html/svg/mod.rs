//! A little SVG: shapes with classes, so that one style sheet colours a chart in light and dark.
//!
//! `axis` has scales and their ticks.

pub(in crate::format::html) mod axis;

use std::fmt::Write;

use super::text::escaped;

/// How a text stands to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// It begins there.
    Start,
    /// It has its middle there.
    Middle,
    /// It ends there.
    End,
}

/// What a drawing consists of so far. Lengths are user units: pixels where the drawing is as wide as it says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Drawing(String);

/// A length with at most one decimal: a tenth of a pixel is as much as can be seen.
pub(super) fn length(x: f64) -> String {
    if !x.is_finite() {
        return "0".to_owned();
    }
    let tenths = (x * 10.0).round() / 10.0;
    // No negative zero.
    format!("{}", tenths + 0.0)
}

impl Drawing {
    /// The elements.
    pub fn into_text(self) -> String {
        self.0
    }

    /// Adds another drawing on top.
    pub fn append(&mut self, other: Drawing) {
        self.0.push_str(&other.0);
    }

    fn add(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(arguments);
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(length);
        self.add(format_args!(
            "<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>"
        ));
    }

    /// A line through several points.
    pub fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let steps = points.iter().enumerate().map(|(at, (x, y))| {
            let step = if at == 0 { 'M' } else { 'L' };
            format!("{step}{} {}", length(*x), length(*y))
        });
        let steps: String = steps.collect();
        self.add(format_args!("<path class=\"{class}\" d=\"{steps}\"/>"));
    }

    /// Dots, as lines of no length: as large as the ends of such lines are by their class.
    pub fn dots(&mut self, class: &str, places: &[(f64, f64)]) {
        if places.is_empty() {
            return;
        }
        let dot = |(x, y): &(f64, f64)| format!("M{} {}h0", length(*x), length(*y));
        let dots: String = places.iter().map(dot).collect();
        self.add(format_args!("<path class=\"{class}\" d=\"{dots}\"/>"));
    }

    /// A box.
    pub fn rect(&mut self, class: &str, (x, y): (f64, f64), (wide, high): (f64, f64)) {
        let [x, y, wide, high] = [x, y, wide.max(0.0), high.max(0.0)].map(length);
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>"
        ));
    }

    /// A shape from the drawing's own definitions, about a point.
    pub fn mark(&mut self, shape: &str, class: &str, (x, y): (f64, f64)) {
        let (x, y) = (length(x), length(y));
        self.add(format_args!(
            "<use href=\"#{shape}\" class=\"{class}\" x=\"{x}\" y=\"{y}\"/>"
        ));
    }

    /// Words, escaped.
    pub fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, words: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y, words) = (length(x), length(y), escaped(words));
        self.add(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{words}</text>"
        ));
    }

    /// Begins a group; its attributes are escaped, and one without a value is left out.
    pub fn open(&mut self, class: &str, attributes: &[(&str, &str)]) {
        self.add(format_args!("<g class=\"{class}\""));
        for (name, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
            self.add(format_args!(" {name}=\"{}\"", escaped(value)));
        }
        self.0.push('>');
    }

    /// What a pointer that rests on the group is told.
    pub fn title(&mut self, words: &str) {
        self.add(format_args!("<title>{}</title>", escaped(words)));
    }

    /// Ends a group.
    pub fn close(&mut self) {
        self.0.push_str("</g>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short_and_sane() {
        let texts = [1.0, 1.25, -0.01, f64::NAN, 12.349].map(length);
        assert_eq!(texts, ["1", "1.3", "0", "0", "12.3"]);
    }

    #[test]
    fn words_and_attributes_are_escaped() {
        let mut drawing = Drawing::default();
        drawing.open("row", &[("data-codec", "a\"><b"), ("data-wrap", "")]);
        drawing.title("<x>");
        drawing.text("name", (0.0, 1.0), Anchor::End, "a&b");
        drawing.close();
        assert_eq!(
            drawing.into_text(),
            "<g class=\"row\" data-codec=\"a&quot;&gt;&lt;b\"><title>&lt;x&gt;</title>\
             <text class=\"name\" x=\"0\" y=\"1\" text-anchor=\"end\">a&amp;b</text></g>"
        );
    }
}
