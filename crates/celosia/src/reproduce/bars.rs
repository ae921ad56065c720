//! Groups of bars as one SVG image.

use std::fmt::Write;

use crate::report::{head, ticks};
use crate::say::short;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 50.0;
const COLOURS: [&str; 4] = ["#89a", "#7a4", "#c73", "#46b"];

/// Each group has one bar for each series; all bars stand on zero.
pub fn svg(title: &str, series: &[String], groups: &[(String, Vec<f64>)]) -> String {
    let most = groups.iter().flat_map(|(_, values)| values).copied().fold(f64::MIN_POSITIVE, f64::max);
    let step = (WIDTH - LEFT - RIGHT) / groups.len().max(1) as f64;
    let bar = step * 0.8 / series.len().max(1) as f64;
    let y = |value: f64| HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM);
    let mut out = head((WIDTH, HEIGHT), 12, LEFT, title);
    // Writing to a String cannot fail.
    for value in ticks(0.0, most) {
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#dde\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y(value) + 4.0,
            short(value),
            at = y(value),
        );
    }
    for (number, name) in series.iter().enumerate() {
        let x = LEFT + 150.0 * number as f64;
        let colour = COLOURS[number % COLOURS.len()];
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"38\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"48\">{name}</text>",
            x + 18.0
        );
    }
    for (number, (name, values)) in groups.iter().enumerate() {
        let left = LEFT + step * (number as f64 + 0.1);
        for (place, value) in values.iter().enumerate() {
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"><title>{name}: {value:.6}</title></rect>",
                left + bar * place as f64,
                y(*value),
                bar * 0.92,
                (HEIGHT - BOTTOM - y(*value)).max(0.0),
                COLOURS[place % COLOURS.len()]
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\">{name}</text>",
            left + step * 0.4,
            HEIGHT - BOTTOM + 18.0
        );
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_bar_is_drawn() {
        let found =
            super::svg("t", &["a".into(), "b".into()], &[("g".into(), vec![1.0, 0.5]), ("h".into(), vec![0.0, 0.25])]);
        assert_eq!(found.matches("<title>").count(), 4);
        assert!(found.starts_with("<svg") && found.ends_with("</svg>\n"));
    }
}
