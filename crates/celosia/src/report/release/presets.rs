//! What was measured against the figures of presets in force, under the regulator's own headings. It is never said that a rule
//! is complied with: a figure stands beside a figure.

use super::content::{Answered, Found, Regulator};
use crate::release::verify::Verified;
use crate::require::{Finding, Heading, Preset};
use crate::study::Study;

/// Sections of the report, with words of headings that they answer to.
const SECTIONS: [(&str, &str, &[&str]); 5] = [
    (
        "columns",
        "Every column",
        &["identifier", "variable", "technique", "identification", "dates", "geography", "remove"],
    ),
    (
        "risk",
        "The risk of being found",
        &["risk", "threshold", "cell", "count", "result", "attack", "singling", "inference", "data assessment"],
    ),
    ("use", "How well it can be used", &["utility"]),
    (
        "asked",
        "What was asked, and what holds",
        &["method", "parameter", "number", "threshold", "assessment and mitigation"],
    ),
    ("made", "Date, version, hashes", &["record", "documentation", "governance"]),
];

/// Every preset in force.
pub fn regulators(study: &Study, verified: &Verified) -> Vec<Regulator> {
    let measured = verified.measured();
    let regulator = |preset: &Preset| Regulator {
        preset: preset.named(),
        title: preset.title.clone(),
        version: preset.version.clone(),
        date: preset.date.clone(),
        source: preset.source.clone(),
        certainty: preset.certainty.says(),
        says: preset.says.clone(),
        assumed: preset.assumed.clone(),
        findings: preset.findings(&measured).iter().map(found).collect(),
        columns: preset.columns.clone(),
        cannot: preset.cannot.clone(),
        headings: preset.headings.iter().map(answered).collect(),
    };
    study.presets.iter().map(regulator).collect()
}

fn found(finding: &Finding) -> Found {
    Found { rule: finding.rule.says.clone(), said: finding.says(), within: finding.within }
}

fn answered(heading: &Heading) -> Answered {
    let said = format!("{} {}", heading.title, heading.asks).to_lowercase();
    let answers = |(.., words): &&(&str, &str, &[&str])| words.iter().any(|word| said.contains(word));
    let sections = SECTIONS.iter().filter(answers).map(|(id, name, _)| (*id, *name)).collect();
    Answered { title: heading.title.clone(), asks: heading.asks.clone(), sections }
}
