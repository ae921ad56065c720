//! Re-identification risks of a table: prosecutor, journalist, marketer (Dankar and El Emam 2010).

/// A risk, three ways of looking at it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Risk {
    /// Of the record that is worst off.
    pub highest: f64,
    /// Mean over the records.
    pub average: f64,
    /// Share of the records whose risk is above the threshold.
    pub at_risk: f64,
}

/// The risks of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Risks {
    /// Above this a record is at risk.
    pub threshold: f64,
    /// Someone who knows that a person is in the table: one over the class size.
    pub prosecutor: Risk,
    /// Someone who does not know: one over the size of the class in the population. Without a population table it is
    /// bounded by the prosecutor's.
    pub journalist: Risk,
    /// Was the population known?
    pub population_known: bool,
    /// Someone who matches everybody: the expected share of records matched rightly.
    pub marketer: f64,
}

/// Risks from each class's rows, from how many it has of what is counted, rows or persons, and from how many of these the
/// population has. Whoever looks for a person among p of a class is right once in p times, however many rows each has.
pub fn risks(classes: &[(u64, u64, u64)], threshold: f64, population_known: bool) -> Risks {
    let rows: u64 = classes.iter().map(|c| c.0).sum();
    let over = |size: fn(&(u64, u64, u64)) -> u64| {
        let risk = |class: &(u64, u64, u64)| 1.0 / size(class) as f64;
        // A risk of exactly the threshold is not above it: k = 5 has no record at risk for 0.2.
        let at_risk: u64 = classes.iter().filter(|c| risk(c) > threshold + 1e-12).map(|c| c.0).sum();
        Risk {
            highest: classes.iter().map(risk).fold(0.0, f64::max),
            average: classes.iter().map(|c| c.0 as f64 * risk(c)).sum::<f64>() / rows as f64,
            at_risk: at_risk as f64 / rows as f64,
        }
    };
    let journalist = over(|c| c.2);
    Risks { threshold, prosecutor: over(|c| c.1), journalist, population_known, marketer: journalist.average }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_by_hand() {
        // Classes of 1, 4 and 5 rows; in the population they have 10, 4 and 20.
        let risks = risks(&[(1, 1, 10), (4, 4, 4), (5, 5, 20)], 0.2, true);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        close(risks.prosecutor.highest, 1.0);
        close(risks.prosecutor.average, 3.0 / 10.0);
        close(risks.prosecutor.at_risk, 5.0 / 10.0);
        close(risks.journalist.highest, 0.25);
        close(risks.journalist.average, (0.1 + 1.0 + 0.25) / 10.0);
        close(risks.marketer, 0.135);
        close(risks.journalist.at_risk, 0.4);
    }
}
