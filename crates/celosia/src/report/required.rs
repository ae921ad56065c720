//! What is required, and what was measured against the figures of presets, as text.

use super::text::wrap;
use crate::evaluate::Problem;
use crate::privacy::{self, Goal};
use crate::require::{Measured, Preset};
use crate::say;

/// What every point meets, in a sentence; nothing where nothing is required.
pub fn required_text(problem: &Problem) -> Option<String> {
    let said = |(name, level): (&str, f64)| {
        let most = privacy::find(name).map_or(true, |about| about.goal == Goal::Min);
        format!("{name} of at {} {}", if most { "most" } else { "least" }, say::given(level))
    };
    let all: Vec<String> = problem.required_levels().into_iter().map(said).collect();
    (!all.is_empty()).then(|| format!("required: {}", all.join(", ")))
}

/// Each preset with what was measured against its figures, how sure we are of them, and what it cannot say.
pub fn presets_text(presets: &[Preset], measured: &Measured, width: usize) -> String {
    let mut text = String::new();
    let mut line = |indent: usize, said: &str| {
        let wrapped = wrap(said, width.saturating_sub(indent).max(20));
        wrapped.lines().for_each(|line| text += &format!("{:indent$}{line}\n", ""));
    };
    for preset in presets {
        line(0, &format!("{} ({}): {}", preset.named(), preset.source, preset.certainty.says()));
        for finding in preset.findings(measured) {
            line(2, &finding.says());
        }
        if !preset.assumed.is_empty() {
            line(2, &format!("nobody said {}: the strictest was taken", preset.assumed.join(", ")));
        }
        for what in &preset.columns {
            line(2, &format!("it asks of columns: {what}"));
        }
        for what in &preset.cannot {
            line(2, &format!("it cannot say: {what}"));
        }
    }
    text
}
