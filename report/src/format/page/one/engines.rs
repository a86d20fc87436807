//! Which engines of base64 were measured for one message, and what the best of them wins back.

use super::super::block::Text;
use super::super::engines::{best, cells, share, verdicts_of_all};
use crate::finding::{Engine, EngineUse};

/// In a line; none where nothing was measured with base64.
pub(super) fn line(used: &EngineUse, engines: &[Engine]) -> Option<Text> {
    let measured = match used.measured.as_slice() {
        [] => return None,
        [only] => format!("Base64 was measured with the engine {only} alone"),
        several => format!(
            "Base64 was measured with the engines {}",
            several.join(", ")
        ),
    };
    let unmeasured = match used.unmeasured.as_slice() {
        [] => String::new(),
        names => format!(
            "; the record also names {}, not measured (a suite's `engines` chooses)",
            names.join(", ")
        ),
    };
    let text = Text::from(format!("{measured}{unmeasured}."));
    let Some((engine, share)) = best(engines).and_then(|best| Some((best, won_back(best)?))) else {
        return Some(text);
    };
    let text = text.say(format!(
        " {} wins back {share}, more than half: ",
        engine.name
    ));
    Some(verdicts_of_all(text, engine).say("."))
}

fn won_back(engine: &Engine) -> Option<String> {
    let of = cells(engine.verdicts().count());
    share(
        engine,
        "the time that base64 adds",
        &format!("median of {of}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn said(edit: impl FnOnce(&mut crate::Finding)) -> String {
        let run = testing::one("append-4Ki");
        let mut finding = crate::finding(&run, &testing::samples());
        edit(&mut finding);
        let line = line(&finding.engine_use, &finding.engines);
        line.map(|line| line.words()).unwrap_or_default()
    }

    #[test]
    fn says_which_were_measured_and_which_were_not() {
        assert_eq!(
            said(|_| ()),
            "Base64 was measured with the engines base64, base64-simd. base64-simd wins back 80 % \
             of the time that base64 adds, more than half: holds in 6 cells."
        );
        let alone = said(|finding| {
            finding.engines.clear();
            finding.engine_use.measured.pop();
            finding.engine_use.unmeasured =
                ["base64-simd", "base64-turbo"].map(String::from).into();
        });
        assert_eq!(
            alone,
            "Base64 was measured with the engine base64 alone; the record also names base64-simd, \
             base64-turbo, not measured (a suite's `engines` chooses)."
        );
        assert_eq!(said(|finding| finding.engine_use.measured.clear()), "");
    }

    #[test]
    fn cells_left_out_are_counted() {
        let left_out = said(|finding| {
            for share in &mut finding.engines[0].shares[2..] {
                share.judged = Err(crate::finding::LeftOut::Wide);
            }
        });
        let end = "more than half: holds in 2 of 6 cells; the other 4 are too noisy to judge.";
        assert!(left_out.ends_with(end), "{left_out}");
    }

    #[test]
    fn one_cell_has_no_median() {
        let one = said(|finding| finding.engines[0].shares.truncate(1));
        assert!(
            one.ends_with(
                "80 % of the time that base64 adds, more than half: holds in the one cell judged."
            ),
            "{one}"
        );
    }
}
