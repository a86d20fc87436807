//! Statistics: pure functions, each with its formula and source.
//!
//! Everything rests on medians, because a busy machine adds time and never takes it away, and on
//! order-statistic intervals, because they assume nothing of the distribution. They do assume that
//! samples are independent draws from one distribution. A machine that changes its speed breaks that;
//! where samples have an anchor, [`at_typical_speed`] takes the change out first, and where they have
//! none, an interval may be too narrow.
//!
//! Where several medians go into one statement, each gets its interval at a level so high that all
//! hold together with [`LEVEL`] (Bonferroni); the statement's interval is then the image of the box
//! that they span.
//!
//! All of this speaks of one run. Samples of one run say nothing of how another run of the same code
//! would differ; [`compare`] takes that from the cells that both have.

mod compare;
mod crossing;
mod drift;
mod estimate;
mod line;
mod mean;
mod median;
mod paired;
mod proportion;
mod ranking;
mod shift;
mod sorted;

pub use compare::{ALIKE, Change, Compared, Comparison, compare};
pub use crossing::{Crossing, Reach, crossing};
pub use drift::at_typical_speed;
pub use estimate::{Estimate, Interval, NOISE_LIMIT};
pub use line::{Line, Misfit, misfit, relative_line};
pub use mean::geometric_mean;
pub use median::{
    difference, joint_level, joint_medians, lower_rank, median, ratio, share_recovered,
};
pub use paired::{paired_ratio, paired_ratio_at};
pub use proportion::proportion;
pub use ranking::{Place, Ranking, ranking};
pub use shift::{Shift, shift};
pub use sorted::Sorted;

/// The level of every interval that is shown.
pub const LEVEL: f64 = 0.95;
