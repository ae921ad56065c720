//! `celosia reference`: the reference page, made from the code's own lists.

use celosia::error::Result;
use celosia::{loss, privacy, reproduce, search, tree};

use crate::terminal::Terminal;

/// What is the same for all metrics that divide by a domain's size.
const DOMAIN: &str = "\n`objectives.domain` (`--domain`) says what the values of a domain are, for the metrics that divide by how \
many there are (general loss, generalization loss, and of categories the certainty penalty, usefulness and protection): \
`values`, the default, are those that the table has, as in the chapter's equation 1.2; `leaves` are those that the hierarchy \
lists, in the table or not, as Iyengar counts them and other tools do. Of six leaves of which the table has two, a cell that \
shows these two costs (2 − 1) / (2 − 1) = 1 by values and (2 − 1) / (6 − 1) = 0.2 by leaves. Only files and taxonomies \
list leaves; of other hierarchies (intervals, masks, dates, …) the table's values count always. A cut and a region cost what the \
lowest groups with their values do. Numbers pay the span of the table's numbers either way.\n";

pub fn run(terminal: &Terminal) -> Result<()> {
    let mut text = String::from(
        "# Reference\n\nMade by `celosia reference` from the lists in the code; a test keeps it true.\n\n## Privacy models\n",
    );
    let yes_no = |b: bool| if b { "yes" } else { "no" };
    for model in privacy::MODELS {
        text += &format!(
            "\n### {}\n\n{} says {}.\n\n- Definition: {}\n- Range: {}\n- Looks at sensitive attributes: {}\n\
             - Monotone (merging classes never lowers it): {}\n- Reference: {}\n",
            model.name,
            model.parameter,
            model.measures,
            model.definition,
            model.range,
            yes_no(model.sensitive),
            yes_no(model.monotone),
            model.reference
        );
    }
    text += "\n## Loss metrics\n";
    text += DOMAIN;
    for metric in loss::METRICS {
        text += &format!(
            "\n### {}\n\nSays {}.\n\n- Definition: {}\n- Range: {}\n\
             - Monotone (neither generalizing nor suppressing lowers it): {}\n- Reference: {}\n",
            metric.name,
            metric.measures,
            metric.definition,
            metric.range,
            yes_no(metric.monotone),
            metric.reference
        );
    }
    text += "\n## Searches\n";
    for search in search::SEARCHES {
        text += &format!("\n### {}\n\nIt {}. What that proves: {}.\n", search.name, search.does, search.proves);
    }
    text += "\n## Trees\n";
    for about in tree::TREES {
        text += &format!(
            "\n### {}\n\nIt {}.\n\n- Cost: {}\n- Ordered by a key: {}\n- Reference: {}\n",
            about.name,
            about.does,
            about.cost,
            yes_no(about.keyed),
            about.reference
        );
    }
    let names = |list: Vec<&str>| list.join(", ");
    text += &format!(
        "\nWalks: {}. Keys: {}.\n\n## Reproductions\n\n",
        names(tree::WALKS.iter().map(|(name, _)| *name).collect()),
        names(tree::KEYS.iter().map(|(name, _)| *name).collect())
    );
    for reproduction in reproduce::REPRODUCTIONS {
        text += &format!("- `{}`: {} ({})\n", reproduction.name, reproduction.shows, reproduction.reference);
    }
    terminal.say(&text);
    terminal.object(&serde_json::json!({ "markdown": text }));
    Ok(())
}
