//! The attacks of the chapter, section 1.3.1, on the classes that it speaks of: what k leaves open, and what l and t change.
//!
//! The chapter gives classes in words: all values the same; half positive, half negative; nine in ten positive; three diseases of
//! the stomach. Here they are classes of ten or six rows in a table in which most people are negative, or have something else.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::bars::svg;
use super::{About, Holds, Options, Reproduced, Statement};
use crate::error::Result;
use crate::frequency::Histogram;
use crate::privacy::{self, Class, Parameters, Sensitive};
use crate::release::attack::{Alike, Attack, Exposed, Seen, Stage, exposed};
use crate::report::{exposed_json, exposed_text};
use crate::watch::Watch;

pub const ATTACKS: About = About {
    name: "chapter-attacks",
    shows: "homogeneity, background knowledge, skewness and similarity on the chapter's classes, with k alone, with l and with t",
    reference: "Dewri et al., chapter on multi-objective disclosure control, section 1.3.1",
    run: attacks,
};

/// Classes of a viral test, by age, with the rows of each result.
const TEST: [(&str, &[(&str, u64)]); 5] = [
    ("20–29", &[("positive", 10)]),
    ("30–39", &[("positive", 5), ("negative", 5)]),
    ("40–49", &[("positive", 9), ("negative", 1)]),
    ("50–59", &[("positive", 2), ("negative", 18)]),
    ("60 or more", &[("positive", 4), ("negative", 46)]),
];

/// Classes of diseases, by age.
const DISEASE: [(&str, &[(&str, u64)]); 3] = [
    ("20–39", &[("gastric ulcer", 2), ("gastritis", 2), ("stomach cancer", 2)]),
    ("40–59", &[("gastritis", 1), ("flu", 2), ("bronchitis", 2), ("gastric ulcer", 1)]),
    ("60 or more", &[("stomach cancer", 1), ("flu", 2), ("pneumonia", 2), ("bronchitis", 1)]),
];

/// Which diseases mean nearly the same.
const ALIKE: [(&str, &str); 6] = [
    ("gastric ulcer", "stomach related"),
    ("gastritis", "stomach related"),
    ("stomach cancer", "stomach related"),
    ("flu", "lung related"),
    ("bronchitis", "lung related"),
    ("pneumonia", "lung related"),
];

fn seen(classes: &[(&str, &[(&str, u64)])]) -> Vec<Seen> {
    let values = |of: &[(&str, u64)]| of.iter().map(|(value, rows)| (value.to_string(), *rows)).collect();
    classes.iter().map(|(shows, of)| Seen { shows: vec![shows.to_string()], values: values(of) }).collect()
}

fn attacks(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    watch.begin("attacking the example", 0);
    let asked = Attack { l: vec![2.0, 3.0], t: vec![0.3, 0.21], ..Attack::default() };
    let alike: Alike = ALIKE.map(|(value, group)| (value.to_string(), vec![group.to_string()])).into();
    let test = exposed("viral test", &seen(&TEST), None, &asked)?;
    let asked = Attack { t: vec![0.4, 0.3], ..asked };
    let disease = exposed("disease", &seen(&DISEASE), Some(&alike), &asked)?;
    let mut text = String::from("The chapter's classes, which an attacker finds by the age of one person\n\n");
    for exposed in [&test, &disease] {
        text += &format!("{}\n", exposed_text(exposed, &["age".to_string()], 10, options.width));
    }
    let stages = |exposed: &Exposed| exposed.stages.iter().map(bar).collect::<Vec<_>>();
    let groups: Vec<(String, Vec<f64>)> = stages(&test)
        .into_iter()
        .map(|(name, bars)| (format!("test, {name}"), bars))
        .chain(stages(&disease).into_iter().map(|(name, bars)| (format!("disease, {name}"), bars)))
        .collect();
    let series = ["value certain", "certain, one ruled out", "group certain", "rows left out"].map(String::from);
    let rows = [test.rows, disease.rows];
    let scaled: Vec<(String, Vec<f64>)> = groups
        .into_iter()
        .map(|(name, bars)| {
            let all = if name.starts_with("test") { rows[0] } else { rows[1] } as f64;
            (name, vec![bars[0] / all, bars[1] / all, bars[2] / all, (all - bars[3]) / all])
        })
        .collect();
    let svg = svg("Share of the rows that each attack reaches", &series, &scaled);
    let json: Value = json!({ "name": "chapter-attacks", "columns": [exposed_json(&test), exposed_json(&disease)] });
    Ok(Reproduced { text, json, svg, statements: statements(&test, &disease)? })
}

/// A stage's rows: certain, certain with one value ruled out, in a certain group, left.
fn bar(stage: &Stage) -> (String, Vec<f64>) {
    let name = match stage.requires {
        None => "k".to_string(),
        Some(("t-closeness", t)) => format!("t {t}"),
        Some((_, l)) => format!("l {l}"),
    };
    let numbers = [stage.certain, stage.ruled_out[0], stage.alike.unwrap_or(0), stage.rows];
    (name, numbers.map(|rows| rows as f64).to_vec())
}

/// A class's level of a model, in a table of these values.
fn level(model: &str, class: &[(&str, u64)], table: &[(&str, &[(&str, u64)])]) -> Result<f64> {
    let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
    for (value, rows) in table.iter().flat_map(|(_, of)| *of) {
        *totals.entry(value).or_insert(0) += rows;
    }
    let code = |value: &str| totals.keys().position(|known| *known == value).unwrap_or(0) as u32;
    let mut coded: Vec<(u32, u64)> = class.iter().map(|(value, rows)| (code(value), *rows)).collect();
    coded.sort_unstable();
    let (values, counts): (Vec<u32>, Vec<u64>) = coded.into_iter().unzip();
    let sensitive = Sensitive { totals: totals.values().copied().collect(), levels: None, missing: None };
    let about = privacy::find(model)?;
    let made = (about.build)(&Parameters::default(), &[sensitive])?;
    let histogram = Histogram { values: &values, counts: &counts };
    Ok(about.level(made.protection(&Class { rows: counts.iter().sum(), sensitive: &[histogram], persons: None })))
}

fn statements(test: &Exposed, disease: &Exposed) -> Result<Vec<Statement>> {
    let state = |claim: &str, theirs: &str, ours: String, holds: bool, reading: &str| Statement {
        claim: claim.into(),
        place: "chapter, 1.3.1".into(),
        theirs: theirs.into(),
        ours,
        holds: if holds { Holds::Yes } else { Holds::No },
        reading: reading.into(),
    };
    let (even, skewed) = (TEST[1].1, TEST[2].1);
    let [definition, distinct, t] = ["frequency-l-diversity", "distinct-l-diversity", "t-closeness"];
    let homogeneous = test.stages[0].certain;
    let l_two = &test.stages[1];
    let of = |class, model| level(model, class, &TEST);
    let best = TEST.iter().map(|(_, class)| of(class, distinct)).collect::<Result<Vec<_>>>()?;
    let best = best.into_iter().fold(0.0, f64::max);
    let stomach = level(definition, DISEASE[0].1, &DISEASE)?;
    // With k alone, with l = 3, with t = 0.4.
    let (alone, diverse, close) = (&disease.stages[0], &disease.stages[2], &disease.stages[3]);
    Ok(vec![
        state(
            "k-anonymity leaves homogeneous classes open",
            "an exact identification",
            format!("k = {}, and {homogeneous} rows are certain", test.k),
            homogeneous > 0,
            "homogeneity attack",
        ),
        state(
            "background knowledge eliminates possibilities",
            "values can be ruled out",
            format!("{} rows are certain once one value is", test.stages[0].ruled_out[0]),
            test.stages[0].ruled_out[0] > homogeneous,
            "",
        ),
        state(
            "l = 2: no value with a probability above 1/2",
            "at most 0.5",
            format!("at most {}, {} rows certain", l_two.surest, l_two.certain),
            l_two.surest <= 0.5 && l_two.certain == 0,
            "definition 1.4",
        ),
        state(
            "half positive, half negative: l",
            "2",
            of(even, definition)?.to_string(),
            of(even, definition)? == 2.0,
            "definition 1.4",
        ),
        state(
            "90 % positive, 10 % negative: l",
            "2",
            format!("{:.2}", of(skewed, definition)?),
            of(skewed, definition)? == 2.0,
            "definition 1.4: the share is at most 1/l",
        ),
        state(
            "90 % positive, 10 % negative: l",
            "2",
            of(skewed, distinct)?.to_string(),
            of(skewed, distinct)? == 2.0,
            "l distinct values, not definition 1.4",
        ),
        state(
            "an attacker knows that so many of the class tested positive",
            "90 %",
            format!("{} %", 100.0 * skewed[0].1 as f64 / skewed.iter().map(|(_, rows)| rows).sum::<u64>() as f64),
            skewed[0].1 * 10 == 9 * skewed.iter().map(|(_, rows)| rows).sum::<u64>(),
            "skewness attack",
        ),
        state(
            "equally diverse classes differ in risk, and t tells them apart",
            "very different",
            format!("t = {:.3} and {:.3}", of(even, t)?, of(skewed, t)?),
            of(even, t)? < of(skewed, t)?,
            "l distinct values",
        ),
        state(
            "two possible values: no 3-diverse anonymization",
            "never",
            format!("l = {best} at most"),
            best < 3.0 && test.stages[2].rows == 0,
            "",
        ),
        state(
            "gastric ulcer, gastritis, stomach cancer: the stomach is certain",
            "some stomach related problem",
            format!("l = {stomach}, and {} rows in a group that is certain", alone.alike.unwrap_or(0)),
            stomach >= 3.0 && alone.alike == Some(6),
            "similarity attack",
        ),
        state(
            "t-closeness avoids such attacks, which l-diversity does not",
            "limits what is learnt",
            format!(
                "l ≥ 3 leaves {} rows, {} in a certain group; t ≤ 0.4 leaves {} and {}",
                diverse.rows,
                diverse.alike.unwrap_or(0),
                close.rows,
                close.alike.unwrap_or(0)
            ),
            diverse.alike == Some(6) && close.rows > 0 && close.alike == Some(0),
            "classes that break it are left out",
        ),
    ])
}
