//! The map of two columns as a drawing: a box for each combination of labels, the darker the more rows lie in a part of it.

use super::content::{Listed, Map, Region};
use super::map::Axis;
use super::parts::{Cell, card, muted, table, text};
use crate::report::ticks::ticks;
use crate::say::{count, short, thousands};

/// The most boxes that are drawn, those of most rows.
const DRAWN: usize = 1500;
/// The most bands of an axis.
const BANDS: usize = 24;
/// Units of the drawing: width and height of the field, the margin to its left (wider where it holds words), and below it.
const FIELD: (f64, f64) = (640.0, 400.0);
const LEFT: (f64, f64) = (70.0, 190.0);
const BELOW: f64 = 52.0;
/// Places to each side at which it is told how dark a place may be.
const GRID: usize = 120;
/// Classes in the table; the JSON has more.
const LISTED: usize = 20;
/// Letters of a band's name.
const LETTERS: usize = 26;

/// The section of the map, where there is one.
pub fn map(map: Option<&Map>) -> String {
    let Some(map) = map else { return String::new() };
    let axis =
        |at: usize| Axis::new(map.regions.iter().map(move |region| (region.shows[at].as_str(), region.rows)), BANDS);
    let (x, y) = (axis(0), axis(1));
    let mut boxes: Vec<(&Region, [f64; 4])> =
        map.regions.iter().filter_map(|r| Some((r, place(r, &x, &y)?))).take(DRAWN).collect();
    let drawn: u64 = boxes.iter().map(|(region, _)| region.rows).sum();
    let all: u64 = map.regions.iter().map(|region| region.rows).sum();
    // The large ones lie below the small ones.
    boxes.sort_by(|a, b| (b.1[2] * b.1[3]).total_cmp(&(a.1[2] * a.1[3])));
    let full = full(&boxes);
    let drawing: String = boxes
        .iter()
        .map(|one| {
            let (region, [left, top, width, height]) = one;
            let dark = (density(one) / full).min(1.0);
            let said = format!(
                "{}; {}: {} in {}",
                region.shows[0],
                region.shows[1],
                count(region.rows, "row", "rows"),
                count(region.classes, "class", "classes")
            );
            format!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill-opacity=\"{:.3}\"><title>{}</title></rect>\n",
                0.02 + 0.78 * dark,
                text(&said),
            )
        })
        .collect();
    let left = margin(&y);
    let [name_x, name_y] = &map.columns;
    let svg = format!(
        "<svg class=\"map\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n<g transform=\"translate({left} 8)\">\n\
         <rect class=\"field\" width=\"{}\" height=\"{}\"/>\n<g class=\"regions\">\n{drawing}</g>\n{}{}</g>\n</svg>\n",
        left + FIELD.0 + 12.0,
        FIELD.1 + BELOW + 8.0,
        text(&format!("Where the classes lie in {name_x} and {name_y}")),
        FIELD.0,
        FIELD.1,
        below(&x, name_x),
        beside(&y, name_y),
    );
    let mut inside = muted(&format!(
        "{name_x} to the right, {name_y} {}. A box is what some classes show in both. Where boxes overlap a row shows one of them, and the \
         darker a place is, the more rows are likely to lie there. Point at a box to read it.",
        if matches!(y, Axis::Numbers { .. }) { "upward" } else { "downward" },
    ));
    // On a narrow screen it moves to the side, so that its words stay as large.
    inside += &format!("<div class=\"sideways\" tabindex=\"0\" role=\"region\" aria-label=\"The map\">\n{svg}</div>\n");
    if drawn < all {
        inside += &muted(&format!("{} in smaller groups are not drawn.", count(all - drawn, "row", "rows")));
    }
    if !map.largest.is_empty() {
        inside += &format!("<h3>The largest classes</h3>\n{}", classes(map));
    }
    card("map", &format!("How classes lie in {name_x} and {name_y}"), &inside)
}

/// Rows of a box by its size, as if they were spread evenly.
fn density((region, [_, _, width, height]): &(&Region, [f64; 4])) -> f64 {
    region.rows as f64 / (width * height).max(1e-6)
}

/// What is drawn as dark as it gets: all boxes over a place together, at a place that is denser than nearly all that have rows.
fn full(boxes: &[(&Region, [f64; 4])]) -> f64 {
    let mut grid = vec![0.0f64; GRID * GRID];
    for one in boxes {
        let [left, top, width, height] = one.1;
        let cell = |at: f64, all: f64| ((at / all * GRID as f64) as usize).min(GRID - 1);
        for row in cell(top, FIELD.1)..=cell(top + height - 0.01, FIELD.1) {
            let columns = cell(left, FIELD.0)..=cell(left + width - 0.01, FIELD.0);
            grid[row * GRID..][columns].iter_mut().for_each(|sum| *sum += density(one));
        }
    }
    grid.retain(|sum| *sum > 0.0);
    grid.sort_by(f64::total_cmp);
    grid.get(grid.len() * 49 / 50).copied().unwrap_or(1.0)
}

/// A class is a row.
fn classes(map: &Map) -> String {
    // A name may be one of the marks of a table's heads.
    let heads: Vec<String> = map.quasi_identifiers.iter().map(|name| format!("\u{200b}{name}")).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).chain(["#Rows"]).collect();
    let row = |class: &Listed| {
        let cells = class.shows.iter().map(|text| Cell::Text(text.clone()));
        cells.chain([Cell::Number(thousands(class.rows as f64))]).collect()
    };
    let rows = table(&heads, map.largest.iter().take(LISTED).map(row).collect());
    format!("<div class=\"sideways\" tabindex=\"0\" role=\"region\" aria-label=\"The largest classes\">{rows}</div>\n")
}

fn margin(y: &Axis) -> f64 {
    if matches!(y, Axis::Bands(_)) { LEFT.1 } else { LEFT.0 }
}

/// Left, top, width and height of a box. Numbers rise upward, bands stand one below the other.
fn place(region: &Region, x: &Axis, y: &Axis) -> Option<[f64; 4]> {
    let (left, right) = x.span(&region.shows[0])?;
    let (first, last) = y.span(&region.shows[1])?;
    let (top, bottom) = if matches!(y, Axis::Numbers { .. }) { (1.0 - last, 1.0 - first) } else { (first, last) };
    // What has no width is drawn as a line.
    let wide = |part: f64, all: f64| (part * all).max(1.5);
    Some([left * FIELD.0, top * FIELD.1, wide(right - left, FIELD.0), wide(bottom - top, FIELD.1)])
}

/// Words that fit.
fn cut(band: &str) -> String {
    if band.chars().count() <= LETTERS {
        return text(band);
    }
    text(&(band.chars().take(LETTERS - 1).collect::<String>() + "…"))
}

fn below(x: &Axis, name: &str) -> String {
    let bottom = FIELD.1;
    let mut said = String::new();
    match x {
        Axis::Numbers { low, high, single } => {
            for tick in ticks(*low, *high) {
                let at = (tick - low + single / 2.0) / (high - low + single) * FIELD.0;
                said += &format!(
                    "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                    bottom + 18.0,
                    short(tick)
                );
            }
        }
        Axis::Bands(bands) => {
            let width = FIELD.0 / bands.len() as f64;
            for (at, band) in bands.iter().enumerate() {
                let x = (at as f64 + 0.5) * width;
                let y = bottom + 12.0;
                said += &format!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" transform=\"rotate(-30 {x:.1} {y:.1})\">{}</text>\n",
                    cut(band)
                );
            }
        }
    }
    said + &format!(
        "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
        FIELD.0 / 2.0,
        bottom + 42.0,
        cut(name)
    )
}

fn beside(y: &Axis, name: &str) -> String {
    let mut said = String::new();
    match y {
        Axis::Numbers { low, high, single } => {
            for tick in ticks(*low, *high) {
                let at = FIELD.1 - (tick - low + single / 2.0) / (high - low + single) * FIELD.1;
                said += &format!("<text x=\"-8\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n", at + 4.0, short(tick));
            }
        }
        Axis::Bands(bands) => {
            let height = FIELD.1 / bands.len() as f64;
            for (at, band) in bands.iter().enumerate() {
                said += &format!(
                    "<text x=\"-8\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
                    (at as f64 + 0.5) * height + 4.0,
                    cut(band)
                );
                said += &format!("<path d=\"M0 {0:.1}H{1}\"/>\n", at as f64 * height, FIELD.0);
            }
        }
    }
    let (x, y) = (14.0 - margin(y), FIELD.1 / 2.0);
    said + &format!(
        "<text class=\"name\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 {x:.1} {y:.1})\">{}</text>\n",
        cut(name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_drawn_and_says_what_it_leaves_out() {
        let region = |shows: [&str; 2], rows| Region { shows: shows.map(String::from), rows, classes: 1 };
        let mut regions = vec![region(["20–29", "a <b>"], 5), region(["30–39", "*"], 7)];
        let of = |regions: &[Region]| Map {
            columns: ["age".into(), "job".into()],
            regions: regions.to_vec(),
            quasi_identifiers: vec!["age".into()],
            largest: vec![Listed { shows: vec!["20–29".into()], rows: 5 }],
        };
        let drawn = map(Some(&of(&regions)));
        assert!(drawn.contains("<td>20–29</td><td class=\"n\">5</td>"));
        assert_eq!(drawn.matches("<title>").count(), 2);
        assert!(drawn.contains("a &lt;b&gt;") && !drawn.contains("not drawn"));
        regions.extend((0..2 * BANDS).map(|n| region(["40–49", &format!("job {n}")], 1)));
        let drawn = map(Some(&of(&regions)));
        assert!(drawn.contains("26 rows in smaller groups are not drawn"), "{drawn}");
        assert_eq!(map(None), "");
    }
}
