//! One chart: what it shows, in a drawing and in words, for the page or as a file of its own.

use super::svg::{Anchor, Drawing, length};
use super::text::{escaped, shortened};
use super::{CHART_CSS, TOKENS_CSS};

/// How wide small charts are, in pixels: two fit beside each other where there is room, one fits a phone.
pub(super) const WIDE: f64 = 340.0;
/// How high a row of small print is.
pub(super) const ROW: f64 = 17.0;
/// How high the heading of a group of rows is.
pub(super) const GROUP: f64 = 22.0;

/// A chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chart {
    /// Unlike that of any other chart; also its file's name, without the ending.
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// What it shows, for who does not see it.
    pub desc: String,
    /// The cases that it is about.
    pub cases: Vec<String>,
    /// The op, where it is about one.
    pub op: String,
    /// Shapes that it uses by name.
    pub shapes: &'static str,
    /// Width and height.
    pub size: (f64, f64),
    /// The drawing.
    pub drawing: Drawing,
}

impl Chart {
    /// As an element of the page, where the title stands beside it.
    pub fn inline(&self) -> String {
        let Chart {
            id,
            size: (wide, high),
            ..
        } = self;
        format!(
            "<svg class=\"chart\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" role=\"img\" \
             aria-labelledby=\"{id}-t {id}-d\"><title id=\"{id}-t\">{title}</title><desc id=\"{id}-d\">{desc}</desc>\
             {drawing}</svg>",
            id = escaped(id),
            wide = length(*wide),
            high = length(*high),
            title = escaped(&self.title),
            desc = escaped(&self.desc),
            drawing = self.drawing.clone().into_text(),
        )
    }

    /// As a file: with its title, its styles and its shapes inside, on whatever ground it is laid.
    pub fn file(&self) -> String {
        const HEAD: f64 = 28.0;
        const EDGE: f64 = 10.0;
        let (wide, high) = self.size;
        let (whole, down) = (wide + 2.0 * EDGE, high + HEAD + EDGE);
        let mut head = Drawing::default();
        let most = (wide / 6.6) as usize;
        let title = shortened(&self.title, most);
        head.text("heading", (0.0, -14.0), Anchor::Start, &title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {whole} {down}\" width=\"{whole}\" \
             height=\"{down}\" role=\"img\" aria-labelledby=\"t d\"><title id=\"t\">{title}</title>\
             <desc id=\"d\">{desc}</desc><style>{TOKENS_CSS}{CHART_CSS}</style><defs>{SHAPES}{shapes}</defs>\
             <g transform=\"translate({EDGE} {HEAD})\">{head}{drawing}</g></svg>\n",
            whole = length(whole),
            down = length(down),
            title = escaped(&self.title),
            desc = escaped(&self.desc),
            shapes = self.shapes,
            head = head.into_text(),
            drawing = self.drawing.clone().into_text(),
        )
    }
}

/// Shapes that charts share: a marker for each of six codecs, about the point where it stands, and the hatching of
/// base64. Without colour they still differ.
pub(super) const SHAPES: &str = concat!(
    "<circle id=\"m0\" r=\"3.4\"/>",
    "<path id=\"m1\" d=\"M-3 -3H3V3H-3Z\"/>",
    "<path id=\"m2\" d=\"M0 -4.2L4 3.2H-4Z\"/>",
    "<path id=\"m3\" d=\"M0 -4.4L4.4 0L0 4.4L-4.4 0Z\"/>",
    "<path id=\"m4\" d=\"M0 4.2L4 -3.2H-4Z\"/>",
    "<path id=\"m5\" d=\"M-4 -1.2H-1.2V-4H1.2V-1.2H4V1.2H1.2V4H-1.2V1.2H-4Z\"/>",
    "<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">",
    "<path class=\"hatching\" d=\"M0 0V5\"/></pattern>",
);

/// How many markers there are; further codecs begin anew.
pub(super) const MARKERS: usize = 6;

/// Rows of equal height, some under a heading, which the page's script can close up.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// What is drawn so far.
    pub drawing: Drawing,
    /// Where the next row goes.
    pub down: f64,
}

impl Rows {
    /// Rows from some height on, over what is drawn already.
    pub fn below(drawing: Drawing, down: f64) -> Self {
        Rows { drawing, down }
    }

    /// A heading for the rows that follow.
    pub fn heading(&mut self, words: &str) {
        self.open("group", GROUP, &[]);
        self.drawing
            .text("group-name", (0.0, 16.0), Anchor::Start, words);
        self.close(GROUP);
    }

    /// Begins a row; within it, heights count from its top.
    pub fn open(&mut self, class: &str, high: f64, attributes: &[(&str, &str)]) {
        let place = format!("translate(0 {})", length(self.down));
        let high = length(high);
        let mut all = vec![("data-h", high.as_str()), ("transform", place.as_str())];
        all.extend(attributes);
        self.drawing.open(class, &all);
    }

    /// Ends a row.
    pub fn close(&mut self, high: f64) {
        self.drawing.close();
        self.down += high;
    }
}
