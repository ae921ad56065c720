//! `celosia presets`: the figures of regulators and standards, each with its source and what it cannot say.

use celosia::error::Result;
use celosia::report::wrap;
use celosia::require::{Preset, presets};
use serde_json::json;

use crate::arguments::PresetsArguments;
use crate::terminal::Terminal;

pub fn run(arguments: &PresetsArguments, terminal: &Terminal) -> Result<()> {
    if let Some(name) = &arguments.preset {
        let preset = Preset::find("presets", name)?;
        terminal.say(whole(&preset, terminal.width()));
        terminal.object(&preset.json());
        return Ok(());
    }
    let all = presets()?;
    let mut text = String::new();
    for preset in &all {
        let figures: Vec<String> = preset
            .rules
            .iter()
            .filter_map(|rule| Some(format!("{} {}", rule.measure.says(), rule.figure()?)))
            .collect();
        let figures = if figures.is_empty() { "no figure: reported only".to_string() } else { figures.join(", ") };
        text += &format!("{}\n", preset.id);
        let line = format!("{} [{}]: {figures}", preset.title, preset.certainty.letter());
        wrap(&line, terminal.width().saturating_sub(4)).lines().for_each(|line| text += &format!("    {line}\n"));
    }
    text += &wrap(
        "S: read in the source named. M: computed by us. K: general knowledge, not verified. Where a preset asks for a context, the \
         figures are those of the strictest. `celosia presets NAME` says all of one.",
        terminal.width(),
    );
    terminal.say(text);
    terminal.object(&json!({ "presets": all.iter().map(Preset::json).collect::<Vec<_>>() }));
    Ok(())
}

/// Everything that a preset says.
fn whole(preset: &Preset, width: usize) -> String {
    let mut text = String::new();
    let mut line = |indent: usize, said: String| {
        let wrapped = wrap(&said, width.saturating_sub(indent).max(20));
        wrapped.lines().for_each(|line| text += &format!("{:indent$}{line}\n", ""));
    };
    line(0, format!("{}: {}", preset.named(), preset.title));
    line(2, preset.says.clone());
    line(2, format!("source: {}", preset.source));
    line(2, format!("how sure: {} [{}]; seen: {}", preset.certainty.says(), preset.certainty.letter(), preset.seen));
    line(2, format!("version {} of {}", preset.version, preset.date));
    if !preset.context.is_empty() {
        let words: Vec<String> = preset.context.iter().map(|(name, word)| format!("{name}={word}")).collect();
        line(2, format!("context: {} (nobody said {})", words.join(", "), preset.assumed.join(", ")));
    }
    for rule in &preset.rules {
        let figure = rule.figure().map_or("no figure".to_string(), |figure| figure);
        line(2, format!("rule: {}, {figure} [{}]: {}", rule.measure.says(), rule.certainty.letter(), rule.says));
    }
    preset.columns.iter().for_each(|what| line(2, format!("asks of columns: {what}")));
    preset.cannot.iter().for_each(|what| line(2, format!("cannot say: {what}")));
    preset.headings.iter().for_each(|h| line(2, format!("heading of its report: {} ({})", h.title, h.asks)));
    text
}
