//! Ticks of an axis: numbers that read well, by even steps or by ratios. (The page draws its own, as wide as it is shown.)

/// Ticks are few: beside one another they must stay readable.
const MOST: f64 = 6.0;

/// Multiples of 1, 2 or 5 times a power of ten from `low` to `high`, by the smallest step that gives six or fewer.
pub fn ticks(low: f64, high: f64) -> Vec<f64> {
    let range = high - low;
    if !range.is_normal() || range < 0.0 {
        return if low.is_finite() { vec![low] } else { Vec::new() };
    }
    let least = (range.log10() - 1.0).floor() as i32;
    let steps = (least..least + 3).flat_map(|power| [1.0, 2.0, 5.0].map(|step| (step, power)));
    for (step, power) in steps.filter(|(step, power)| round(*step, *power).is_normal()) {
        // An end that is a tick but for rounding is one.
        let first = (low / round(step, power) - 1e-9).ceil();
        let last = (high / round(step, power) + 1e-9).floor();
        if last - first < MOST {
            return (first as i64..=last as i64).map(|n| round(n as f64 * step, power)).collect();
        }
    }
    vec![low]
}

/// Powers of ten from `low` to `high`, both above 0; where there are fewer than three, numbers between them too.
pub fn ticks_by_ratio(low: f64, high: f64) -> Vec<f64> {
    if !(low > 0.0 && high.is_finite()) {
        return Vec::new();
    }
    let decades = low.log10().floor() as i32..=high.log10().ceil() as i32;
    // An end that is a tick but for rounding is one.
    let inside = |tick: &f64| tick.is_finite() && (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(tick);
    let of = |steps: &[f64]| -> Vec<f64> {
        decades.clone().flat_map(|power| steps.iter().map(move |step| round(*step, power))).filter(inside).collect()
    };
    let tried = [of(&[1.0]), of(&[1.0, 3.0]), of(&[1.0, 2.0, 5.0])];
    let enough = tried.into_iter().find(|ticks| ticks.len() > 2);
    enough.unwrap_or_else(|| of(&[1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0]))
}

/// Divided by a power of ten where it is below 1, so that 0.3 reads "0.3".
fn round(step: f64, power: i32) -> f64 {
    if power < 0 { step / 10f64.powi(-power) } else { step * 10f64.powi(power) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_steps_read_well_and_lie_inside() {
        assert_eq!(ticks(0.0, 30_162.0), [0.0, 10_000.0, 20_000.0, 30_000.0]);
        assert_eq!(ticks(0.1, 0.55), [0.1, 0.2, 0.3, 0.4, 0.5]);
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(-0.2, 0.1 + 0.2), [-0.2, -0.1, 0.0, 0.1, 0.2, 0.3]);
        assert_eq!(ticks(5.0, 5.0), [5.0]);
    }

    #[test]
    fn ratios_read_well_and_lie_inside() {
        assert_eq!(ticks_by_ratio(1.0, 30_162.0), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(ticks_by_ratio(0.18, 1.0), [0.2, 0.5, 1.0]);
        assert_eq!(ticks_by_ratio(0.15, 0.25), [0.15, 0.2, 0.25]);
        assert_eq!(ticks_by_ratio(3.0, 100.0), [3.0, 10.0, 30.0, 100.0]);
    }

    #[test]
    fn no_number_is_too_strange() {
        let strange =
            [f64::MIN, -1e300, -5e-324, 0.0, 5e-324, f64::MIN_POSITIVE, 1e300, f64::MAX, f64::NAN, f64::INFINITY];
        for low in strange {
            for high in strange {
                assert!(ticks(low, high).len() <= 6, "{low} {high}");
                assert!(ticks_by_ratio(low, high).iter().all(|tick| tick.is_finite()), "{low} {high}");
            }
        }
    }
}
