//! A report of a release as a page: one file without a script, which holds its style and loads nothing.

use super::columns_page::columns;
use super::content::{Attackers, Band, Chances, Content, Held};
use super::map_page::map;
use super::parts::{BARS, Cell, big, card, facts, list, muted, paragraph, table, text};
use super::presets_page;
use super::unit::{PERSONS, Unit};
use crate::report::STYLE;
use crate::say::{count, percent, thousands};

const PAGE: &str = include_str!("page.html");
const OWN_STYLE: &str = include_str!("page.css");
/// Pairs of columns that are shown; the JSON has all.
const PAIRS: usize = 30;

/// The page of an edition.
pub fn page(content: &Content) -> String {
    let sections = [
        ("asked", "What holds", asked(content)),
        ("risk", "Risk", risk(content)),
        ("columns", "Columns", columns(content)),
        ("map", "Map", map(content.map.as_ref())),
        ("use", "How it can be used", usefulness(content)),
        ("regulators", "Regulators", presets_page::regulators(content)),
        ("sample", "Sample", sample(content)),
        ("limits", "Limits", limits(content)),
        ("made", "Date, version, hashes", made(content)),
    ];
    let there = || sections.iter().filter(|(.., inside)| !inside.is_empty());
    let contents: String = there().map(|(id, name, _)| format!("<li><a href=\"#{id}\">{name}</a></li>\n")).collect();
    let cards: String = there().map(|(.., inside)| inside.as_str()).collect();
    let main = format!(
        "{}<nav aria-label=\"Contents\"><ul class=\"contents\">\n{contents}</ul></nav>\n{cards}",
        in_short(content)
    );
    let title = format!("{}: report of a release, {} edition", content.study, content.edition);
    let style = STYLE.to_string() + OWN_STYLE;
    // What may hold any text comes last.
    PAGE.replacen("/*STYLE*/", &style, 1)
        .replacen("/*FOOTER*/", &footer(content), 1)
        .replacen("/*TITLE*/", &text(&title).replace("/*", "/&#42;"), 1)
        .replacen("/*HEADER*/", &header(content).replace("/*", "/&#42;"), 1)
        .replacen("/*MAIN*/", &main, 1)
}

fn header(content: &Content) -> String {
    let (rows, unit) = (&content.rows, Unit::named(content.counts));
    let edition = match content.may_be_shared {
        true => "<span class=\"edition\">public edition</span>",
        false => "<span class=\"edition internal\">internal edition: not to be shared</span>",
    };
    let summary = format!(
        "{} in {}. The smallest class has {}: who knows the quasi-identifiers of a person in the table is right about the row \
         with a probability of at most {}.",
        count(rows.released, "row", "rows"),
        count(rows.classes, "class", "classes"),
        count(rows.smallest_class, unit.one, unit.many),
        odds(content.risk.release.prosecutor_highest),
    );
    let holds: Vec<String> = content
        .holds
        .iter()
        .filter(|held| held.asked)
        .map(|held| format!("{} = {}", held.parameter, held.shown))
        .collect();
    format!(
        "<p class=\"eyebrow\">celosia · report of a release {edition}</p>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n\
         <a class=\"badge\" href=\"#asked\"><i aria-hidden=\"true\">✓</i>Read back and recounted: {}</a>",
        text(&content.study),
        text(&summary),
        text(&(holds.join(", ") + if rows.persons.is_some() { ", in persons" } else { "" })),
    )
}

/// A probability as a fraction where it is one.
fn odds(risk: f64) -> String {
    let one_in = (1.0 / risk).round();
    if one_in == 1.0 && risk == 1.0 {
        return "certain".into();
    }
    if risk > 0.0 && (1.0 / one_in - risk).abs() < 1e-6 && one_in > 1.0 {
        return format!("1 in {}", thousands(one_in));
    }
    percent(risk)
}

fn in_short(content: &Content) -> String {
    let (rows, risk) = (&content.rows, &content.risk.release);
    let mut tiles = vec![big(&thousands(rows.released as f64), "rows released")];
    if let Some(lost) = &rows.of {
        let of = |n: u64| percent(n as f64 / lost.read.max(1) as f64);
        tiles.push(big(&of(lost.suppressed), &format!("suppressed: {}", count(lost.suppressed, "row", "rows"))));
        if lost.dropped > 0 {
            tiles.push(big(&of(lost.dropped), &format!("dropped: {}", count(lost.dropped, "row", "rows"))));
        }
        tiles.extend(lost.losses.first().map(|loss| big(&short(&loss.said), &loss.what)));
    }
    tiles.extend(rows.persons.map(|persons| big(&thousands(persons as f64), "persons")));
    let smallest = format!("{} in the smallest class", content.counts);
    tiles.push(big(&thousands(rows.smallest_class as f64), &smallest));
    tiles.push(big(&odds(risk.prosecutor_highest), "highest risk of a row"));
    tiles.push(big(&percent(risk.prosecutor_average), "average risk"));
    let at_risk = format!("of rows above a risk of {}", content.risk.threshold);
    tiles.push(big(&percent(risk.share_at_risk), &at_risk));
    format!("<div class=\"big\">\n{}</div>\n", tiles.concat())
}

fn short(number: &str) -> String {
    number.parse().map_or_else(|_| number.to_string(), |x: f64| format!("{x:.3}"))
}

fn asked(content: &Content) -> String {
    let (asked, also): (Vec<&Held>, Vec<&Held>) = content.holds.iter().partition(|held| held.asked);
    let row = |held: &&Held| {
        let (status, good) = match (held.asked, held.level) {
            (true, Some(_)) => ("holds", true),
            (true, None) => ("no level holds", false),
            (false, _) => ("measured", false),
        };
        let level = format!("{} = {}", held.parameter, held.shown);
        vec![Cell::Explained(held.model.into(), held.measures.into()), Cell::Level(level, status, good)]
    };
    let rows = asked.iter().chain(&also).map(row).collect();
    let heads = ["Model, and what it measures", "#Level"];
    let mut lines: Vec<(&str, String)> =
        content.asked.iter().map(|said| (said.what.as_str(), said.said.clone())).collect();
    if let Some(lost) = &content.rows.of {
        let share = |n: u64| format!("{} ({})", thousands(n as f64), percent(n as f64 / lost.read.max(1) as f64));
        lines.push(("Rows read", thousands(lost.read as f64)));
        lines.push(("Rows dropped for a missing value", share(lost.dropped)));
        lines.push(("Rows suppressed", share(lost.suppressed)));
        lines.push(("Rows released", share(content.rows.released)));
        lines.extend(lost.losses.iter().map(|loss| (loss.what.as_str(), loss.said.clone())));
    }
    let inside = "<h3>What was asked</h3>\n".to_string()
        + &facts(lines)
        + "<h3>What holds</h3>\n"
        + &muted(
            "What was written was read back and counted again by separate code. Levels are those of the release itself.",
        )
        + &table(&heads, rows);
    card("asked", "What was asked, and what holds", &inside)
}

fn risk(content: &Content) -> String {
    let Attackers { release, original, threshold } = &content.risk;
    let mut heads = vec!["Attacker", "#Release"];
    heads.extend(original.as_ref().map(|_| "#Original table"));
    type Of = fn(&Chances) -> String;
    let prosecutor = "prosecutor: knows that the person is in the table";
    let lines: [(String, &str, Of); 5] = [
        ("Highest risk of a row".into(), prosecutor, |c| odds(c.prosecutor_highest)),
        ("Average risk".into(), prosecutor, |c| percent(c.prosecutor_average)),
        (format!("Rows above a risk of {threshold}"), prosecutor, |c| {
            format!("{} ({})", thousands(c.rows_at_risk as f64), percent(c.share_at_risk))
        }),
        ("Highest risk, at most".into(), "journalist: does not know whether the person is in the table", |c| {
            odds(c.journalist_highest_at_most)
        }),
        ("Rows matched rightly, expected".into(), "marketer: matches everybody, and counts the hits", |c| {
            percent(c.marketer)
        }),
    ];
    let line = |(what, who, of): &(String, &str, Of)| {
        let mut cells = vec![Cell::Explained(what.clone(), who.to_string()), Cell::Number(of(release))];
        cells.extend(original.as_ref().map(|original| Cell::Number(of(original))));
        cells
    };
    let mut inside = paragraph(&format!(
        "The risk of a row is one over the {0} of its class: all of them look the same in the quasi-identifiers, so who finds \
             the class can only guess among its {0}.",
        content.counts
    )) + &table(&heads, lines.iter().map(line).collect());
    let both = content.risk.original.is_some();
    let unit = if Unit::named(content.counts) == PERSONS { "Persons" } else { "Rows" };
    inside += &format!(
        "{}<div class=\"sizes\">\n<div><h3>{unit} by the size of their class</h3>{}</div>\n<div><h3>{unit} by their risk</h3>{}</div>\n</div>\n",
        if both { key() } else { String::new() },
        bands("Class size", &content.class_sizes, unit),
        bands("Risk", &content.row_risks, unit),
    );
    if !content.learnt.is_empty() {
        let row = |learnt: &super::content::Learnt| {
            vec![
                Cell::Head(learnt.column.clone()),
                Cell::Number(percent(learnt.guess_blind)),
                Cell::Number(percent(learnt.guess_by_class)),
                Cell::Number(percent(learnt.largest_share)),
                Cell::Number(thousands(learnt.certain as f64)),
            ]
        };
        let heads = [
            "Sensitive column",
            "#Guess without the class",
            "#Guess with it",
            "#Surest guess",
            "#Rows that are certain",
        ];
        inside += "<h3>What a class gives away</h3>\n";
        inside +=
            &muted("How often it is right to guess the most frequent value, of all rows and of a person's class.");
        inside += &table(&heads, content.learnt.iter().map(row).collect());
    }
    card("risk", "The risk of being found", &inside)
}

/// What bars stand for, where there are two.
pub fn key() -> String {
    "<p class=\"keys\"><span class=\"key\"><i class=\"bar\"></i>release</span><span class=\"key\"><i class=\"bar was\"></i>original \
     table</span></p>\n"
        .into()
}

fn bands(what: &str, bands: &[Band], unit: &str) -> String {
    let longest = bands.iter().flat_map(|band| [band.share, band.share_before.unwrap_or(0.0)]).fold(1e-9, f64::max);
    let both = bands.iter().any(|band| band.rows_before.is_some());
    let counted = format!("#{unit}");
    let mut heads = vec![what, BARS, "#Classes", &counted, "#Share"];
    heads.extend(both.then_some("#Before"));
    let row = |band: &Band| {
        let mut cells = vec![
            Cell::Head(band.band.clone()),
            Cell::Bars(band.share / longest, band.share_before.map(|share| share / longest)),
            Cell::Number(thousands(band.classes as f64)),
            Cell::Number(thousands(band.rows as f64)),
            Cell::Number(percent(band.share)),
        ];
        cells.extend(both.then(|| Cell::Number(band.share_before.map(percent).unwrap_or_default())));
        cells
    };
    table(&heads, bands.iter().map(row).collect())
}

fn usefulness(content: &Content) -> String {
    let number = |x: f64| format!("{x:.2}");
    let pairs = &content.pairs.pairs;
    let both = pairs.iter().any(|pair| pair.before.is_some());
    let mut inside = String::new();
    if !pairs.is_empty() {
        inside += "<h3>Pairs of columns</h3>\n";
        inside += &muted(&format!("How strongly two columns go together. {}.", content.pairs.measure));
        inside += &if both { key() } else { String::new() };
        let mut heads = vec!["Columns", BARS, "#Release"];
        heads.extend(both.then_some("#Original table"));
        let row = |pair: &super::content::Pair| {
            let mut cells = vec![
                Cell::Head(pair.columns.join(" and ")),
                Cell::Bars(pair.after, pair.before),
                Cell::Number(number(pair.after)),
            ];
            cells.extend(both.then(|| Cell::Number(pair.before.map(number).unwrap_or_default())));
            cells
        };
        inside += &table(&heads, pairs.iter().take(PAIRS).map(row).collect());
        if pairs.len() > PAIRS {
            let more = count((pairs.len() - PAIRS) as u64, "weaker pair", "weaker pairs");
            inside += &muted(&format!("{more} more: the JSON beside this page has them."));
        }
    }
    if !content.numbers.is_empty() {
        inside += "<h3>Means and spreads</h3>\n";
        if both {
            inside += &muted("In the release each label stands for the middle of the values that it leaves open.");
        }
        let mut heads = vec!["Column", "#Mean", "#Standard deviation"];
        if both {
            heads.extend(["#Mean before", "#Standard deviation before"]);
        }
        let row = |numbers: &super::content::Numbers| {
            let of = |moments: Option<super::content::Moments>| match moments {
                Some(moments) => [moments.mean, moments.deviation].map(|x| Cell::Number(figures(x))),
                None => [Cell::Number("–".into()), Cell::Number("–".into())],
            };
            let mut cells = vec![Cell::Head(numbers.column.clone())];
            cells.extend(of(numbers.after));
            cells.extend(both.then(|| of(numbers.before)).into_iter().flatten());
            cells
        };
        inside += &table(&heads, content.numbers.iter().map(row).collect());
    }
    if let Some(model) = &content.model {
        inside += "<h3>A model that learns from it</h3>\n";
        inside += &muted(&format!(
            "Naive Bayes foretells {} from the quasi-identifiers. It learns from {} of the original or from the same rows as the \
             release shows them, and is tested on {} of the original that were held out.",
            model.column,
            count(model.trained, "row", "rows"),
            count(model.tested, "other row", "other rows"),
        ));
        let row = |(who, right): (&str, f64)| {
            vec![Cell::Head(who.into()), Cell::Bars(right, None), Cell::Number(percent(right))]
        };
        let rows = [
            ("Learnt from the original", model.original),
            ("Learnt from the release", model.release),
            ("Always the most frequent class", model.most_frequent),
        ];
        inside += &table(&["Guess", BARS, "#Right"], rows.map(row).into());
    }
    if inside.is_empty() { inside } else { card("use", "How well it can be used", &inside) }
}

/// A number with as many digits as a reader wants.
fn figures(x: f64) -> String {
    if x.abs() >= 1000.0 { thousands(x) } else { format!("{x:.2}") }
}

fn sample(content: &Content) -> String {
    let Some(sample) = &content.sample else { return String::new() };
    let heads: Vec<&str> = sample.columns.iter().map(String::as_str).collect();
    // A name may be one of the marks of a table's heads.
    let heads: Vec<String> = heads.iter().map(|head| format!("\u{200b}{head}")).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let row = |row: &Vec<String>| row.iter().map(|cell| Cell::Text(cell.clone())).collect();
    let rows = table(&heads, sample.rows.iter().map(row).collect());
    let inside = format!(
        "{}<div class=\"sideways\" tabindex=\"0\" role=\"region\" aria-labelledby=\"sample-title\">{rows}</div>\n",
        muted(&format!("The first {} of the release, as written.", count(sample.rows.len() as u64, "row", "rows"))),
    );
    card("sample", "What its rows look like", &inside)
}

fn limits(content: &Content) -> String {
    let mut inside = list("notes", &content.limits);
    if !content.left_out.is_empty() {
        inside += "<h3>What this report leaves out</h3>\n";
        inside += &list("plain", &content.left_out);
    }
    card("limits", "What it does not protect from", &inside)
}

fn made(content: &Content) -> String {
    let text_of = |value: &serde_json::Value| value.as_str().map(String::from);
    let made = &content.made;
    let mut lines = vec![("Date", made.date.clone())];
    lines.extend(made.author.clone().map(|author| ("Author", author)));
    lines.push(("Made by", format!("celosia {}", made.celosia)));
    let output = &content.hashes.output;
    lines.extend(["file", "folder", "table"].iter().find_map(|key| Some(("Release", text_of(&output[*key])?))));
    lines.extend(text_of(&output["sha256"]).map(|hash| ("SHA-256 of the release", hash)));
    lines.extend(text_of(&content.hashes.input["salted_sha256"]).map(|hash| ("Salted SHA-256 of the input", hash)));
    card("made", "Date, version, hashes", &facts(lines))
}

fn footer(content: &Content) -> String {
    let said = match content.may_be_shared {
        true => {
            "This edition says nothing that depends on rows that are not in the release: it may be shared with it. The internal \
             edition has the rest."
        }
        false => {
            "<b>For those who may see the table.</b> This edition tells of rows that are not in the release, so it is not for \
             publication: the public edition is."
        }
    };
    format!("<p>{said} The JSON beside this page says the same to programs.</p>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_each_part_and_no_long_lines() {
        for marker in ["/*TITLE*/", "/*STYLE*/", "/*HEADER*/", "/*MAIN*/", "/*FOOTER*/"] {
            assert_eq!(PAGE.matches(marker).count(), 1, "{marker}");
        }
        for line in [PAGE, OWN_STYLE].into_iter().flat_map(str::lines) {
            assert!(line.chars().count() <= 120, "{line}");
        }
        assert!(!PAGE.contains("<script") && !OWN_STYLE.contains("url("));
    }

    #[test]
    fn risks_read_as_odds() {
        assert_eq!([0.1, 1.0 / 3.0, 1.0, 0.0, 0.3].map(odds), ["1 in 10", "1 in 3", "certain", "0%", "30.0%"]);
    }
}
