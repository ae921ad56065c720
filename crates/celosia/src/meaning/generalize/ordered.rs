//! Ordered text: bands of numbers, words of a scale, numbered names. Neighbours are joined, level by level.

use super::bands::{self, Band, Style};
use super::groups::{self, Place};
use super::spelling::is_unknown;
use super::{Grouped, Seen, Way, numbered, scales};
use crate::hierarchy::label::COMMON;
use crate::study::Kind;
use crate::table::Domain;
use crate::words;

/// Text that has an order.
pub const WAY: Way = Way { name: "ordered text", group };

fn group(seen: &Seen) -> Option<Grouped> {
    if seen.domain.kind != Kind::String || seen.capped || seen.domain.len() > 400 {
        return None;
    }
    in_bands(seen).or_else(|| in_a_scale(seen)).or_else(|| in_numbers(seen))
}

fn in_bands(seen: &Seen) -> Option<Grouped> {
    let bands = Bands::of(&seen.domain)?;
    Some(Grouped { keys: vec![], hierarchy: bands.hierarchy(&seen.domain) })
}

fn in_a_scale(seen: &Seen) -> Option<Grouped> {
    let found = scales::find(&seen.domain)?;
    let place = |code: usize| match found.steps[code] {
        Some(step) => Place::In(found.path(step)),
        None => Place::Unknown,
    };
    let rank = |code: usize| found.steps[code].map_or(0.0, |step| step as f64);
    Some(Grouped { keys: vec![], hierarchy: groups::file_by(&seen.domain, rank, place) })
}

fn in_numbers(seen: &Seen) -> Option<Grouped> {
    let found = numbered::find(&seen.domain)?;
    let place = |code: usize| match found.paths[code].clone() {
        Some(path) => Place::In(path),
        None => Place::Unknown,
    };
    let rank = |code: usize| f64::from(found.numbers[code]);
    Some(Grouped { keys: vec![], hierarchy: groups::file_by(&seen.domain, rank, place) })
}

/// The bands of a column in their order.
struct Bands {
    /// Code, where the band begins, and the end that is no part of it.
    sorted: Vec<(usize, f64, f64)>,
    ends: Ends,
    style: Style,
}

/// How the ends of bands are meant.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ends {
    /// Whole numbers, both in it.
    Whole,
    /// From the lower one on, below the upper.
    Below,
    /// Above the lower one, up to the upper.
    Above,
    /// Numbers with decimals, both in it.
    Both,
}

impl Bands {
    /// Three bands or more that do not overlap; whatever is no band says that it is unknown.
    fn of(domain: &Domain) -> Option<Bands> {
        let mut read: Vec<(usize, Band)> = Vec::new();
        for (code, value) in domain.values.iter().enumerate() {
            match bands::band(value) {
                Some(band) => read.push((code, band)),
                None if is_unknown(value) => {}
                None => return None,
            }
        }
        let numbers = || read.iter().flat_map(|(_, band)| [band.low, band.high]).flatten();
        let whole = numbers().all(|number| number.fract() == 0.0);
        let bands = || {
            read.iter().map(|(_, band)| band).filter(|band| !band.single && band.low.is_some() && band.high.is_some())
        };
        let shared = bands().any(|one| bands().any(|next| next.low == one.high && next != one && one.low != one.high));
        let ends = match () {
            () if bands().any(|band| band.above) => Ends::Above,
            () if bands().any(|band| band.below == Some(true)) || shared => Ends::Below,
            () if whole => Ends::Whole,
            () => Ends::Both,
        };
        let bounds = |band: &Band| {
            let low = band
                .low
                .map_or(f64::NEG_INFINITY, |low| if band.above && ends == Ends::Whole { low + 1.0 } else { low });
            let last = |high: f64| if band.below == Some(true) || ends != Ends::Whole { high } else { high + 1.0 };
            (low, band.high.map_or(f64::INFINITY, last))
        };
        let mut sorted: Vec<(usize, f64, f64)> =
            read.iter().map(|(code, band)| (*code, bounds(band).0, bounds(band).1)).collect();
        sorted.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.2.total_cmp(&b.2)).then(a.0.cmp(&b.0)));
        let apart =
            |pair: &[(usize, f64, f64)]| pair[0].2 <= pair[1].1 || (pair[0].1, pair[0].2) == (pair[1].1, pair[1].2);
        let real = read.iter().filter(|(_, band)| !band.single).count();
        if real < 2 || real * 3 < read.len() || read.len() < 3 || !sorted.windows(2).all(apart) {
            // Single numbers with one open end ("0", "1", "2", "3+") are counts.
            let open = real == 1 && read.len() >= 3 && read.iter().any(|(_, band)| !band.single && band.high.is_none());
            if !open || !sorted.windows(2).all(apart) {
                return None;
            }
        }
        let texts: Vec<&str> = domain.values.iter().map(String::as_str).collect();
        Some(Bands { sorted, ends, style: bands::style(&texts) })
    }

    fn hierarchy(&self, domain: &Domain) -> Option<super::Proposed> {
        let mut paths: Vec<Option<Vec<String>>> = vec![None; domain.len()];
        let levels: Vec<Vec<usize>> = self.levels().iter().map(|cuts| self.thinned(domain, cuts)).collect();
        // A coarser level has only cuts of the finer one.
        let mut nested: Vec<Vec<usize>> = Vec::new();
        for mut level in levels.into_iter().filter(|level| !level.is_empty()) {
            level.retain(|cut| nested.last().is_none_or(|finer| finer.contains(cut)));
            nested.extend((!level.is_empty()).then_some(level));
        }
        let levels = nested;
        for cuts in &levels {
            let mut start = 0;
            for end in cuts.iter().copied().chain([self.sorted.len()]) {
                let label = self.label(domain, start, end - 1);
                for (code, ..) in &self.sorted[start..end] {
                    paths[*code].get_or_insert_default().push(label.clone());
                }
                start = end;
            }
        }
        let place = |code: usize| match (&paths[code], levels.is_empty()) {
            (Some(path), _) => Place::In(path.clone()),
            (None, true) if self.sorted.iter().any(|band| band.0 == code) => Place::In(vec![]),
            _ => Place::Unknown,
        };
        let rank = |code: usize| self.sorted.iter().position(|band| band.0 == code).map_or(0.0, |at| at as f64);
        groups::file_by(domain, rank, place)
    }

    /// Fewer cuts: none that leaves a group with a few rows only, which would hold its column back, and none of a level
    /// that has nearly all rows in one group.
    fn thinned(&self, domain: &Domain, cuts: &[usize]) -> Vec<usize> {
        let rows = |from: usize, to: usize| self.sorted[from..to].iter().map(|band| domain.counts[band.0]).sum::<u64>();
        let all = rows(0, self.sorted.len());
        let few = COMMON.min(all / 20);
        let mut kept: Vec<usize> = Vec::new();
        for cut in cuts {
            let start = kept.last().copied().unwrap_or(0);
            if rows(start, *cut) >= few && rows(*cut, self.sorted.len()) >= few {
                kept.push(*cut);
            }
        }
        let ends = || [0].into_iter().chain(kept.iter().copied()).zip(kept.iter().copied().chain([self.sorted.len()]));
        let most = ends().map(|(from, to)| rows(from, to)).max().unwrap_or(0);
        if most * 4 > all * 3 { Vec::new() } else { kept }
    }

    /// Where groups begin, level by level, as places in the order. Bands of about one width are joined near round
    /// numbers: where they end says nothing of which there are. Others are joined with their neighbours.
    fn levels(&self) -> Vec<Vec<usize>> {
        let starts: Vec<usize> =
            (1..self.sorted.len()).filter(|at| self.sorted[*at].1 > self.sorted[*at - 1].1).collect();
        let mut widths: Vec<f64> = self
            .sorted
            .iter()
            .filter(|band| band.1.is_finite() && band.2.is_finite())
            .map(|band| band.2 - band.1)
            .collect();
        widths.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (widths.first(), widths.last()) else { return Vec::new() };
        if *least <= 0.0 || most / least > 5.0 || !starts.iter().all(|at| self.sorted[*at].1.is_finite()) {
            let every = |size: usize| {
                starts
                    .iter()
                    .copied()
                    .enumerate()
                    .filter(|(at, _)| (at + 1) % size == 0)
                    .map(|(_, start)| start)
                    .collect()
            };
            return [2, 4].into_iter().map(every).filter(|level: &Vec<usize>| !level.is_empty()).collect();
        }
        let width = round(2.0 * widths[widths.len() / 2]);
        let (first, last) =
            (starts.first().map_or(0.0, |at| self.sorted[*at].1), starts.last().map_or(0.0, |at| self.sorted[*at].1));
        let near = |number: f64| {
            let distance = |at: &usize| (self.sorted[*at].1 - number).abs();
            starts.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        let cuts = |width: f64| {
            let (from, to) = ((first / width).floor() as i64, (last / width).ceil() as i64);
            // A bound further away than half a step is the bound of another one.
            let cut = |step: i64| {
                near(step as f64 * width).filter(|at| (self.sorted[*at].1 - step as f64 * width).abs() * 2.0 < width)
            };
            let mut cuts: Vec<usize> = (from..=to).filter_map(cut).collect();
            cuts.dedup();
            cuts
        };
        // A coarser level has only bounds of the finer one.
        let mut levels: Vec<Vec<usize>> = Vec::new();
        for times in [1.0, 2.0, 4.0] {
            let mut level = cuts(width * times);
            if let Some(finer) = levels.last() {
                level.retain(|cut| finer.contains(cut));
            }
            if level.is_empty() {
                break;
            }
            levels.push(level);
        }
        levels
    }

    /// The label of a run. Where the first or the last band of all is rare, it says no more than "under" or "or more".
    fn label(&self, domain: &Domain, first: usize, last: usize) -> String {
        let rare = |at: usize| domain.counts[self.sorted[at].0] < COMMON;
        let end = self.sorted.len() - 1;
        let low = Some(self.sorted[first].1).filter(|low| low.is_finite() && !(first == 0 && last < end && rare(0)));
        let high =
            Some(self.sorted[last].2).filter(|high| high.is_finite() && !(last == end && first > 0 && rare(end)));
        let write = |number: f64| self.style.write(number);
        match (low, high, self.ends) {
            (Some(low), Some(high), Ends::Whole) if high - low <= 1.0 => write(low),
            (Some(low), Some(high), Ends::Whole) => words::range(&write(low), &write(high - 1.0)),
            (Some(low), Some(high), Ends::Below) => words::between(&write(low), &write(high)),
            (Some(low), Some(high), Ends::Above) => words::run(&format!("over {}", write(low)), &write(high)),
            (Some(low), Some(high), Ends::Both) => words::run(&write(low), &write(high)),
            (None, Some(high), Ends::Whole | Ends::Below) => words::under(&write(high)),
            (None, Some(high), Ends::Above | Ends::Both) => format!("up to {}", write(high)),
            (Some(low), None, Ends::Above) => format!("over {}", write(low)),
            (Some(low), None, _) => words::or_more(&write(low)),
            (None, None, _) => "any".into(),
        }
    }
}

/// The nearest of 1, 2, 5, 10, 20, 50, …, by ratio; 25 and 50 for money and weights.
fn round(width: f64) -> f64 {
    let power = 10f64.powf(width.log10().floor());
    let steps = [1.0, 2.0, 4.0, 5.0, 10.0].map(|step| step * power);
    let far = |step: &f64| (step / width).ln().abs();
    steps.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(width)
}

#[cfg(test)]
mod tests {
    use crate::meaning::generalize::testing::{built, evenly, labels, meaning, path, seen};
    use proptest::prelude::*;

    #[test]
    fn ages_of_madrid() {
        let ages = seen(
            "rango_edad",
            &[
                ("Menor de 5 años", 3),
                ("De 6 a 9 años", 9),
                ("De 10 a 14 años", 27),
                ("De 15 a 17 años", 25),
                ("De 18 a 20 años", 39),
                ("De 21 a 24 años", 67),
                ("De 25 a 29 años", 107),
                ("De 30 a 34 años", 101),
                ("De 35 a 39 años", 91),
                ("De 40 a 44 años", 86),
                ("De 45 a 49 años", 73),
                ("De 50 a 54 años", 72),
                ("De 55 a 59 años", 63),
                ("De 60 a 64 años", 26),
                ("De 65 a 69 años", 16),
                ("De 70 a 74 años", 12),
                ("Más de 74 años", 7),
                ("Desconocido", 21),
            ],
        );
        assert_eq!(meaning(&ages).0, "ordered text");
        assert_eq!(path(&ages, "De 6 a 9 años"), ["under 10", "under 21", "under 40 or unknown"]);
        assert_eq!(path(&ages, "De 18 a 20 años"), ["10–20", "under 21", "under 40 or unknown"]);
        assert_eq!(path(&ages, "De 25 a 29 años"), ["21–29", "21–39 or unknown", "under 40 or unknown"]);
        assert_eq!(path(&ages, "Más de 74 años")[0], "70 or more");
        assert_eq!(path(&ages, "Desconocido"), ["unknown", "21–39 or unknown", "under 40 or unknown"]);
    }

    #[test]
    fn ages_of_the_hospital() {
        let names: Vec<String> = (0..10).map(|n| format!("[{}-{})", n * 10, n * 10 + 10)).collect();
        let ages = evenly("age", &names.iter().map(String::as_str).collect::<Vec<_>>(), 500);
        assert_eq!(path(&ages, "[70-80)"), ["60 to under 80", "40 to under 80"]);
        assert_eq!(path(&ages, "[90-100)"), ["80 to under 100"; 2]);
    }

    #[test]
    fn incomes_and_counts() {
        let incomes =
            ["Under $10,000", "$10,000 - $24,999", "$25,000 - $49,999", "$50,000 - $99,999", "$100,000 or more"];
        let incomes = evenly("income", &incomes, 100);
        assert_eq!(path(&incomes, "$25,000 - $49,999")[0], "$10,000 to $49,999");
        assert_eq!(path(&incomes, "$100,000 or more")[0], "$100,000 or more");
        let counts = evenly("cars", &["0", "1", "2", "3+"], 100);
        assert_eq!(path(&counts, "3+"), ["2 or more"]);
    }

    #[test]
    fn laboratory_codes_are_no_bands() {
        for values in [&["None", "Norm", ">200", ">300"][..], &["NO", "<30", ">30"], &["A", "10-14", "15-19", "20-24"]]
        {
            assert_ne!(meaning(&evenly("result", values, 50)).0, "ordered text", "{values:?}");
        }
    }

    proptest! {
        /// Bands in any widths and writing: groups of each level are runs of neighbours, whatever is unknown.
        #[test]
        fn groups_are_runs_of_neighbours(
            bounds in proptest::collection::btree_set(0u32..120, 4..20),
            open in any::<(bool, bool)>(),
            form in 0usize..3,
            counts in proptest::collection::vec(1u64..80, 22),
            unknown in any::<bool>(),
        ) {
            let bounds: Vec<u32> = bounds.into_iter().collect();
            let write = |low: u32, high: u32| match form {
                0 => format!("{low}-{}", high - 1),
                1 => format!("[{low}-{high})"),
                _ => format!("De {low} a {} años", high - 1),
            };
            let mut values: Vec<String> = bounds.windows(2).map(|pair| write(pair[0], pair[1])).collect();
            if open.0 { values.insert(0, format!("<{}", bounds[0])); }
            if open.1 { values.push(format!("{}+", bounds[bounds.len() - 1])); }
            let ordered = values.clone();
            if unknown { values.push("unknown".into()); }
            let rows: Vec<(&str, u64)> = values.iter().map(String::as_str).zip(counts).collect();
            let column = seen("age", &rows);
            let (way, found) = meaning(&column);
            prop_assert_eq!(way, "ordered text");
            let hierarchy = built(&column, &found);
            let code = |value: &String| column.domain.values.iter().position(|known| known == value).unwrap();
            for level in &hierarchy.levels {
                let mut groups: Vec<u32> = ordered.iter().map(|value| level.group_of[code(value)]).collect();
                groups.dedup();
                let runs = groups.len();
                groups.sort_unstable();
                groups.dedup();
                prop_assert_eq!(groups.len(), runs, "{:?}", labels(&column));
            }
            prop_assert!((1..=5).contains(&hierarchy.height()));
        }
    }
}
