//! `celosia apply`: the recoding of an earlier release, done on new rows.

use celosia::error::{Error, Result};
use celosia::release::beside::Beside;
use celosia::release::{Recipe, apply, output};
use celosia::report::{beside_text, verified_json};
use celosia::say::count;
use celosia::study::Role;
use celosia::table::Table;
use serde_json::json;

use crate::arguments::{ApplyArguments, quote};
use crate::existing;
use crate::given;
use crate::terminal::Terminal;

pub fn run(arguments: &ApplyArguments, terminal: &Terminal) -> Result<()> {
    given::table(&arguments.table)?;
    let text = std::fs::read_to_string(&arguments.plan).map_err(Error::io("read", &arguments.plan))?;
    let recipe = Recipe::parse(&arguments.plan.display().to_string(), &text)?;
    terminal.make_way([&arguments.output])?;
    output::check(&arguments.output, [arguments.table.clone(), arguments.plan.clone()])?;
    existing::refuse([arguments.output.clone()], arguments.force)?;
    let table = Table::open_watched(&arguments.table, &arguments.reading.reading()?, terminal)?;
    output::check(&arguments.output, table.paths().map(Into::into))?;
    let applied = apply(&recipe, &table, &arguments.output, arguments.keep_order, terminal)?;
    let verified = &applied.verified;
    let k = verified.protection_of("k-anonymity").unwrap_or(0.0);
    terminal.say(format!(
        "recoded by the plan of {}: {} in {}; {}\n\
         read back and counted: k = {k}{}, which nobody promised\n",
        recipe.study,
        match verified.persons {
            None => count(verified.rows, "row", "rows"),
            Some(persons) =>
                format!("{} of {}", count(verified.rows, "row", "rows"), count(persons, "person", "persons")),
        },
        count(verified.classes, "class", "classes"),
        match applied.hidden {
            0 => "the plan knows every value".to_string(),
            hidden =>
                format!("{} with a value that the plan does not know, which is hidden", count(hidden, "row", "rows")),
        },
        if verified.persons.is_some() { " persons" } else { "" },
    ));
    if applied.dropped > 0 {
        terminal.warn(&format!("{} left out for a missing value", count(applied.dropped, "row", "rows")));
    }
    if !applied.beside.is_empty() {
        terminal.say(format!("\n{}", beside_text(&applied.beside, None, terminal.width())));
    }
    if k < 2.0 {
        terminal.warn("somebody is alone in a class: release these rows by a study, which leaves such classes out");
    }
    let mut json = verified_json(&arguments.output.display().to_string(), verified);
    json["hidden"] = json!(applied.hidden);
    json["dropped"] = json!(applied.dropped);
    json["beside"] = applied.beside.iter().map(Beside::json).collect();
    terminal.object(&json);
    terminal.wrote(&arguments.output, "");
    let quasi = recipe.with_role(Role::QuasiIdentifier).join(",");
    let output = quote(&arguments.output.display().to_string());
    terminal.hint(&format!("anyone can measure it anew: `celosia verify {output} --quasi {}`", quote(&quasi)));
    Ok(())
}
