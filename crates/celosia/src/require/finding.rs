//! What was measured of a release, against which figure.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::preset::{Bound, Measure, Preset, Rule};
use crate::say;

/// What presets look at: class sizes, counted in rows (or in persons, where these are counted), and levels of models.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measured {
    /// How many classes have which size.
    pub sizes: BTreeMap<u64, u64>,
    /// Levels by model, in the parameter that people know.
    pub levels: Vec<(String, f64)>,
    /// The fewest rows that show the same in any one column, in any two, in any three: as far as somebody asked. Rows alone: of persons
    /// it is not told.
    pub shared: Vec<u64>,
    /// How many columns are quasi-identifiers, and how many sensitive.
    pub columns: [u64; 2],
}

/// A rule with what was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// What was measured; nothing where it cannot be told, such as a model of sensitive values where there are none.
    pub measured: Option<f64>,
    /// Is it within the figure? Nothing where there is no figure, or nothing was measured.
    pub within: Option<bool>,
}

/// The fewest rows that show the same in any one column, in any two, and so on up to `most`: of classes by what they show in each
/// column, and their rows.
pub fn fewest(shown: &[Vec<u32>], rows: &[u64], most: usize) -> Vec<u64> {
    let width = shown.first().map_or(0, Vec::len);
    let mut found = Vec::new();
    for together in 1..=most.min(width) {
        let mut least = u64::MAX;
        let mut columns: Vec<usize> = (0..together).collect();
        loop {
            let mut counted: HashMap<Vec<u32>, u64> = HashMap::new();
            for (shown, rows) in shown.iter().zip(rows) {
                *counted.entry(columns.iter().map(|column| shown[*column]).collect()).or_insert(0) += rows;
            }
            least = counted.into_values().fold(least, u64::min);
            // The next combination in order: the last column that can move does.
            let moves = (0..together).rev().find(|place| columns[*place] < width - together + place);
            let Some(place) = moves else { break };
            columns[place] += 1;
            (place + 1..together).for_each(|behind| columns[behind] = columns[behind - 1] + 1);
        }
        found.push(least);
    }
    found
}

impl Measured {
    /// A measure of it.
    pub fn of(&self, measure: &Measure) -> Option<f64> {
        let classes: u64 = self.sizes.values().sum();
        let rows: u64 = self.sizes.iter().map(|(size, classes)| size * classes).sum();
        let smallest = self.sizes.keys().next().copied();
        match measure {
            Measure::MaxRisk => smallest.map(|size| 1.0 / size as f64),
            Measure::AverageRisk => (rows > 0).then(|| classes as f64 / rows as f64),
            Measure::SmallestClass => smallest.map(|size| size as f64),
            Measure::UniqueShare => (rows > 0).then(|| self.sizes.get(&1).copied().unwrap_or(0) as f64 / rows as f64),
            Measure::Shared(columns) => self.shared.get(columns - 1).map(|rows| *rows as f64),
            Measure::QuasiIdentifiers => Some(self.columns[0] as f64),
            Measure::Sensitive => Some(self.columns[1] as f64),
            Measure::Model(name) => self.levels.iter().find(|(model, _)| model == name).map(|(_, level)| *level),
        }
    }
}

impl Preset {
    /// What was measured, rule by rule.
    pub fn findings(&self, measured: &Measured) -> Vec<Finding> {
        let finding = |rule: &Rule| {
            let found = measured.of(&rule.measure);
            // What is equal on paper is equal here: levels are sums of quotients.
            let within = |found: f64, bound: Bound| match bound {
                Bound::AtMost(most) => found <= most + 1e-12,
                Bound::AtLeast(least) => found >= least - 1e-12,
            };
            let within = found.zip(rule.bound).map(|(found, bound)| within(found, bound));
            Finding { rule: rule.clone(), measured: found, within }
        };
        self.rules.iter().map(finding).collect()
    }

    /// Is everything that it has a figure for within it? Nothing where it has none, or where something cannot be told.
    pub fn within(&self, measured: &Measured) -> Option<bool> {
        let findings = self.findings(measured);
        let mut with_figure = findings.iter().filter(|finding| finding.rule.bound.is_some()).peekable();
        with_figure.peek()?;
        with_figure.try_fold(true, |all, finding| finding.within.map(|within| all && within))
    }

    /// The preset as JSON, without a release.
    pub fn json(&self) -> Value {
        json!({
            "id": self.id, "title": self.title, "version": self.version, "date": self.date, "source": self.source,
            "certainty": self.certainty.letter().to_string(), "certainty_says": self.certainty.says(), "seen": self.seen,
            "says": self.says,
            "context": self.context.iter().cloned().collect::<BTreeMap<_, _>>(),
            "assumed": self.assumed,
            "rules": self.rules.iter().map(Rule::json).collect::<Vec<_>>(),
            "columns": self.columns, "cannot": self.cannot,
            "headings": self.headings.iter().map(|h| json!({ "title": h.title, "asks": h.asks })).collect::<Vec<_>>(),
        })
    }
}

impl Rule {
    /// The figure in words: "at most 0.09".
    pub fn figure(&self) -> Option<String> {
        self.bound.map(|bound| match bound {
            Bound::AtMost(most) => format!("at most {}", said(most)),
            Bound::AtLeast(least) => format!("at least {}", said(least)),
        })
    }

    fn json(&self) -> Value {
        let mut json = json!({
            "measure": self.measure.name(), "says": self.says, "certainty": self.certainty.letter().to_string(),
        });
        match self.bound {
            Some(Bound::AtMost(most)) => json["at_most"] = json!(most),
            Some(Bound::AtLeast(least)) => json["at_least"] = json!(least),
            None => {}
        }
        json
    }
}

/// A number with the digits that count.
fn said(x: f64) -> String {
    if x.is_infinite() {
        "∞".into()
    } else if x.fract() == 0.0 {
        say::thousands(x)
    } else {
        trimmed(x)
    }
}

fn trimmed(x: f64) -> String {
    // Four digits that count, however small.
    let places = (3 - x.abs().log10().floor() as i32).clamp(1, 12) as usize;
    format!("{x:.places$}").trim_end_matches('0').trim_end_matches('.').to_string()
}

impl Finding {
    /// In a sentence: "highest risk of a row: 0.08333 measured, the figure is at most 0.09: within it".
    pub fn says(&self) -> String {
        let measured =
            self.measured.map_or("cannot be told here".to_string(), |found| format!("{} measured", said(found)));
        let against = match (self.rule.figure(), self.within) {
            (None, _) => "no figure to hold it against".to_string(),
            (Some(figure), Some(true)) => format!("the figure is {figure}: within it"),
            (Some(figure), Some(false)) => format!("the figure is {figure}: NOT within it"),
            (Some(figure), None) => format!("the figure is {figure}"),
        };
        format!("{}: {measured}, {against}", self.rule.measure.says())
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let mut json = self.rule.json();
        json["measured"] = json!(self.measured.filter(|found| found.is_finite()));
        json["within"] = json!(self.within);
        json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_rows_that_show_the_same_in_some_columns() {
        let shown = [vec![1, 1, 1], vec![1, 2, 1], vec![2, 2, 1], vec![2, 1, 1]];
        // 1 in the first: 7; pairs: 3 of 1 and 2, 1 of 2 and 1; all three columns together the classes themselves.
        assert_eq!(fewest(&shown, &[4, 3, 5, 1], 3), [5, 1, 1]);
        assert_eq!(fewest(&shown[..3], &[4, 3, 5], 2), [4, 3]);
        assert_eq!(fewest(&shown, &[4, 3, 5, 1], 0), [0u64; 0]);
        assert_eq!(fewest(&[], &[], 2), [0u64; 0]);
    }
}
