//! What every model must hold, checked on random tables for all of [`MODELS`]: merging classes never weakens, the fast
//! code agrees with the definition written the slow way, the whole table as one class discloses nothing.

use proptest::prelude::*;

use super::*;

/// A class as a test writes it: per sensitive attribute, the rows with each value.
type Dense = Vec<Vec<u64>>;

/// A sensitive attribute without hierarchy.
pub fn attribute(totals: &[u64]) -> Sensitive {
    Sensitive { totals: totals.to_vec(), levels: None, missing: None }
}

/// The level of one class, with the usual second parameters.
pub fn level(about: &About, sensitive: &[Sensitive], class: &[Vec<u64>]) -> f64 {
    level_with(about, &Parameters::default(), sensitive, class)
}

/// The level of one class.
pub fn level_with(about: &About, parameters: &Parameters, sensitive: &[Sensitive], class: &[Vec<u64>]) -> f64 {
    let model = (about.build)(parameters, sensitive).expect("the table has what the model needs");
    about.level(protection(&*model, class))
}

/// The level that one class reaches when rows may go.
pub fn reach_with(about: &About, parameters: &Parameters, s: &[Sensitive], class: &[Vec<u64>], removable: u64) -> f64 {
    let model = (about.build)(parameters, s).expect("the table has what the model needs");
    about.level(ask(class, |class| model.reach(class, removable)))
}

/// The same with the usual second parameters.
pub fn reach(about: &About, sensitive: &[Sensitive], class: &[Vec<u64>], removable: u64) -> f64 {
    reach_with(about, &Parameters::default(), sensitive, class, removable)
}

/// The protection of a table.
pub fn table_protection(about: &About, model: &dyn Model, classes: &[Dense]) -> f64 {
    let rows = |class: &Dense| class[0].iter().sum::<u64>() as f64;
    match about.over {
        Over::Least => classes.iter().map(|class| protection(model, class)).fold(f64::INFINITY, f64::min),
        Over::RowMean => {
            let sum: f64 = classes.iter().map(|class| rows(class) * protection(model, class)).sum();
            sum / classes.iter().map(rows).sum::<f64>()
        }
    }
}

fn protection(model: &dyn Model, class: &[Vec<u64>]) -> f64 {
    ask(class, |class| model.protection(class))
}

/// Asks something of a class.
fn ask(class: &[Vec<u64>], question: impl Fn(&Class) -> f64) -> f64 {
    let shown = |counts: &Vec<u64>| (0..).zip(counts.iter().copied()).filter(|&(_, count)| count > 0).unzip();
    let shown: Vec<(Vec<u32>, Vec<u64>)> = class.iter().map(shown).collect();
    let sensitive: Vec<Histogram> = shown.iter().map(|(values, counts)| Histogram { values, counts }).collect();
    question(&Class { rows: class[0].iter().sum(), sensitive: &sensitive, persons: None })
}

fn merged(a: &Dense, b: &Dense) -> Dense {
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect()).collect()
}

/// A random table: its attributes, its classes, and second parameters.
fn table() -> impl Strategy<Value = (Vec<Sensitive>, Vec<Dense>, Parameters)> {
    // Values of up to three attributes, and how many rows have them.
    let row = (prop::array::uniform3(0..6_usize), 1..6_u64);
    let classes = prop::collection::vec(prop::collection::vec(row, 1..8), 2..6);
    let sizes = prop::collection::vec(1..=6_usize, 1..=3);
    // A hierarchy: to which group each value, and each group of the level below, goes.
    let steps = prop::collection::vec(prop::collection::vec(0..4_u32, 6), 0..3);
    let parameters =
        (prop::sample::select(vec![0.25, 0.5, 1.0, 2.5, 3.0]), prop::sample::select(vec![0.3, 0.5, 0.75, 1.0]));
    // Whose last value is missing.
    let gaps = prop::array::uniform3(any::<bool>());
    (classes, sizes, steps, parameters, gaps).prop_map(|(classes, sizes, steps, (c, alpha), gaps)| {
        let dense = |rows: Vec<([usize; 3], u64)>| {
            let mut class: Dense = sizes.iter().map(|&size| vec![0; size]).collect();
            for (values, weight) in rows {
                class.iter_mut().zip(values).for_each(|(counts, value)| {
                    let size = counts.len();
                    counts[value % size] += weight;
                });
            }
            class
        };
        let classes: Vec<Dense> = classes.into_iter().map(dense).collect();
        let whole = classes.iter().skip(1).fold(classes[0].clone(), |sum, class| merged(&sum, class));
        let sensitive = whole.into_iter().zip(gaps).map(|(totals, gaps)| Sensitive {
            levels: Some(levels(totals.len(), &steps)),
            missing: gaps.then(|| totals.len() as u32 - 1),
            totals,
        });
        (sensitive.collect(), classes, Parameters { c, alpha })
    })
}

fn levels(size: usize, steps: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut levels = vec![(0..size as u32).collect::<Vec<u32>>()];
    for step in steps {
        let above = levels[levels.len() - 1].iter().map(|&group| step[group as usize]).collect();
        levels.push(above);
    }
    levels.push(vec![0; size]);
    levels
}

proptest! {
    #[test]
    fn merging_classes_never_weakens((sensitive, classes, parameters) in table()) {
        for about in MODELS.iter().filter(|about| about.monotone) {
            let model = (about.build)(&parameters, &sensitive).expect("the table has what any model needs");
            let before = table_protection(about, &*model, &classes);
            let mut after = classes.clone();
            let last = after.pop().expect("at least two classes");
            after[0] = merged(&after[0], &last);
            let after = table_protection(about, &*model, &after);
            prop_assert!(after >= before - 1e-12, "{}: {before} before, {after} after", about.name);

            let (a, b) = (protection(&*model, &classes[0]), protection(&*model, &last));
            let both = protection(&*model, &merged(&classes[0], &last));
            prop_assert!(both >= a.min(b) - 1e-12, "{}: {a} and {b} make {both}", about.name);
        }
    }

    #[test]
    fn fast_agrees_with_slow((sensitive, classes, parameters) in table()) {
        for about in MODELS {
            let model = (about.build)(&parameters, &sensitive).expect("the table has what any model needs");
            for class in &classes {
                let fast = about.level(protection(&*model, class));
                let slow = slow(about, &sensitive, &parameters, class);
                let close = fast == slow || (fast - slow).abs() < 1e-12 * slow.abs().max(1.0);
                prop_assert!(close, "{}: fast {fast}, slow {slow}", about.name);
            }
        }
    }

    #[test]
    fn the_whole_table_discloses_nothing((sensitive, _, parameters) in table()) {
        let whole: Dense = sensitive.iter().map(|s| s.totals.clone()).collect();
        for about in MODELS.iter().filter(|about| about.goal == Goal::Min) {
            prop_assert_eq!(level_with(about, &parameters, &sensitive, &whole), 0.0, "{}", about.name);
        }
    }
}

#[test]
fn models_of_sensitive_attributes_refuse_a_table_without() {
    for about in MODELS {
        match (about.build)(&Parameters::default(), &[]) {
            Ok(_) => assert!(!about.sensitive, "{} should refuse", about.name),
            Err(error) => {
                assert!(about.sensitive && error.to_string().contains(about.name), "{error}");
                assert!(error.hint().contains("role = \"sensitive\""), "{}", error.hint());
            }
        }
    }
}

#[test]
fn names_are_found_and_slips_are_understood() {
    for about in MODELS {
        assert_eq!(find(about.name).expect("listed").name, about.name);
    }
    let error = find("t-closenes").err().expect("no such model");
    assert!(error.hint().contains("t-closeness"), "{}", error.hint());
}

/// The level of a class, straight from the definition: the worst over attributes.
fn slow(about: &About, sensitive: &[Sensitive], parameters: &Parameters, class: &Dense) -> f64 {
    let diversity = ["-l-diversity", "alpha-k-"].iter().any(|part| about.name.contains(part));
    let levels = sensitive.iter().zip(class).map(|(s, counts)| {
        let level = |counts: &Vec<u64>| slow_of_attribute(about.name, s, parameters, counts);
        match s.missing.filter(|_| diversity) {
            // The worst of all that the missing rows may be.
            Some(missing) => completions(counts, missing as usize).iter().map(level).fold(f64::INFINITY, f64::min),
            None => level(counts),
        }
    });
    match about.goal {
        Goal::Max => levels.fold(f64::INFINITY, f64::min),
        Goal::Min => levels.fold(0.0, f64::max),
    }
}

/// Every way to fill in the missing rows of a class; where there are too many, those that give all of them one value. An
/// attribute without any other value has one that nobody has seen.
fn completions(counts: &[u64], missing: usize) -> Vec<Vec<u64>> {
    const MOST: usize = 3000;
    let gaps = counts[missing];
    let mut real = counts.to_vec();
    real.remove(missing);
    if real.is_empty() {
        return vec![vec![gaps]];
    }
    let all_one = |value: usize| {
        let mut filled = real.clone();
        filled[value] += gaps;
        filled
    };
    let mut found = vec![real.clone()];
    for _ in 0..gaps {
        let with = |filled: &Vec<u64>, value: usize| {
            let mut filled = filled.clone();
            filled[value] += 1;
            filled
        };
        found = found.iter().flat_map(|filled| (0..real.len()).map(|value| with(filled, value))).collect();
        found.sort_unstable();
        found.dedup();
        if found.len() > MOST {
            return (0..real.len()).map(all_one).collect();
        }
    }
    found
}

fn slow_of_attribute(name: &str, sensitive: &Sensitive, parameters: &Parameters, counts: &[u64]) -> f64 {
    let (rows, all): (u64, u64) = (counts.iter().sum(), sensitive.totals.iter().sum());
    let q: Vec<f64> = counts.iter().map(|&count| count as f64 / rows as f64).collect();
    let p: Vec<f64> = sensitive.totals.iter().map(|&total| total as f64 / all as f64).collect();
    let occurring = || q.iter().zip(&p).filter(|(_, p)| **p > 0.0);
    let gains = || occurring().filter(|(q, p)| q > p).map(|(q, p)| ((q - p) / p, -p.ln()));
    let mover = |distance: &dyn Fn(usize, usize) -> i64, farthest: i64| {
        let spare = counts.iter().zip(&sensitive.totals).map(|(&c, &t)| (c * all) as i64 - (t * rows) as i64);
        transport(spare.collect(), distance) as f64 / (rows * all) as f64 / farthest.max(1) as f64
    };
    match name {
        "k-anonymity" | "weighted-k" => rows as f64,
        "distinct-l-diversity" => counts.iter().filter(|&&count| count > 0).count() as f64,
        "entropy-l-diversity" => (-q.iter().filter(|&&q| q > 0.0).map(|q| q * q.ln()).sum::<f64>()).exp(),
        "recursive-l-diversity" => {
            let mut r = counts.to_vec();
            r.sort_by(|a, b| b.cmp(a));
            let holds = |l: &usize| (r[0] as f64) < parameters.c * r[l - 1..].iter().sum::<u64>() as f64;
            (1..=r.len()).filter(holds).max().unwrap_or(0) as f64
        }
        "frequency-l-diversity" => 1.0 / q.iter().copied().fold(0.0, f64::max),
        "t-closeness" => mover(&|i, j| i64::from(i != j), 1),
        "t-closeness-ordered" => mover(&|i, j| i.abs_diff(j) as i64, q.len() as i64 - 1),
        "t-closeness-hierarchical" => {
            let levels = sensitive.levels.as_ref().expect("random tables have hierarchies");
            let meet = |i: usize, j: usize| levels.iter().position(|group| group[i] == group[j]).unwrap_or(0) as i64;
            mover(&meet, levels.len() as i64 - 1)
        }
        "alpha-k-anonymity" => {
            if q.iter().all(|&q| q <= parameters.alpha) {
                rows as f64
            } else {
                0.0
            }
        }
        "beta-likeness" => gains().map(|(gain, _)| gain).fold(0.0, f64::max),
        "enhanced-beta-likeness" => {
            gains().map(|(gain, cap)| if gain > cap { f64::INFINITY } else { gain }).fold(0.0, f64::max)
        }
        "delta-disclosure" => occurring().map(|(q, p)| (q / p).ln().abs()).fold(0.0, f64::max),
        _ => unreachable!("{name} needs its definition written here the slow way"),
    }
}

/// Least work that levels out what values have to spare (or lack, below 0): along the cheapest way, again and again,
/// from a value that has to spare to the nearest that lacks, where a way may also undo earlier moves.
fn transport(mut spare: Vec<i64>, distance: &dyn Fn(usize, usize) -> i64) -> i64 {
    let size = spare.len();
    let mut moved = vec![vec![0_i64; size]; size];
    while let Some(from) = spare.iter().position(|&s| s > 0) {
        let mut cost = vec![i64::MAX; size];
        let mut before = vec![from; size];
        cost[from] = 0;
        for _ in 0..size {
            for (i, j) in (0..size).flat_map(|i| (0..size).map(move |j| (i, j))).filter(|(i, j)| i != j) {
                let step = if moved[j][i] > 0 { -distance(i, j) } else { distance(i, j) };
                if cost[i] < i64::MAX && cost[i] + step < cost[j] {
                    (cost[j], before[j]) = (cost[i] + step, i);
                }
            }
        }
        let to = (0..size).filter(|&j| spare[j] < 0).min_by_key(|&j| cost[j]).expect("what one has, another lacks");
        let ends = std::iter::successors(Some(to), |&j| (j != from).then(|| before[j])).collect::<Vec<_>>();
        let undone = ends.windows(2).map(|way| moved[way[0]][way[1]]).filter(|&flow| flow > 0).min();
        let amount = spare[from].min(-spare[to]).min(undone.unwrap_or(i64::MAX));
        for way in ends.windows(2) {
            let (j, i) = (way[0], way[1]);
            if moved[j][i] > 0 { moved[j][i] -= amount } else { moved[i][j] += amount }
        }
        (spare[from], spare[to]) = (spare[from] - amount, spare[to] + amount);
    }
    (0..size).flat_map(|i| (0..size).map(move |j| (i, j))).map(|(i, j)| moved[i][j] * distance(i, j)).sum()
}
