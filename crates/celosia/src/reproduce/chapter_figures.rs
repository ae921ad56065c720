//! Figures 1.1 to 1.4 of the chapter as worked examples: a hierarchy and its order, the encoding of a generalization, one
//! generation of NSGA-II, and the two crossovers.
//!
//! The figures show no numbers. What the text says of them is: the order of the leaves, what is and what is not a valid
//! generalization, G_age(35) = 2, 15 bits for 16 intervals, and that the special crossover never makes an invalid child.

use std::fmt::Write;

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use super::drawing::Drawing;
use super::{About, Holds, Reproduced, Statement};
use crate::error::Result;
use crate::front::rank;
use crate::space::cuts::Order;
use crate::space::{Cut, Cuts, Grouping, Lattice};
use crate::watch::Watch;

const REFERENCE: [&str; 4] = [
    "Dewri et al., chapter on multi-objective disclosure control, figure 1.1",
    "Dewri et al., chapter on multi-objective disclosure control, figure 1.2",
    "Dewri et al., chapter on multi-objective disclosure control, figure 1.3",
    "Dewri et al., chapter on multi-objective disclosure control, figure 1.4",
];

pub const FIGURE_1_1: About = About {
    name: "chapter-figure-1.1",
    shows: "the hierarchy of the marital status, the order of its leaves, and which generalizations are valid",
    reference: REFERENCE[0],
    run: |_, watch| figure_1_1(watch),
};

pub const FIGURE_1_2: About = About {
    name: "chapter-figure-1.2",
    shows: "a generalization of the work class as bits, and ages in intervals of 5",
    reference: REFERENCE[1],
    run: |_, watch| figure_1_2(watch),
};

pub const FIGURE_1_3: About = About {
    name: "chapter-figure-1.3",
    shows: "one generation of NSGA-II: parents and children, ranks, crowding",
    reference: REFERENCE[2],
    run: |_, watch| figure_1_3(watch),
};

pub const FIGURE_1_4: About = About {
    name: "chapter-figure-1.4",
    shows: "the usual and the special crossover on every pair of valid generalizations",
    reference: REFERENCE[3],
    run: |_, watch| figure_1_4(watch),
};

/// A hierarchy as its leaves in the order of a preorder walk, each with its groups from the widest down.
type Leaves = &'static [(&'static str, &'static [&'static str])];

/// Section 1.3.1. The figure names the groups of the example; what stands below "Married" is ours.
const MARITAL: Leaves = &[
    ("Divorced", &["Not Married", "Once Married"]),
    ("Widowed", &["Not Married", "Once Married"]),
    ("Separated", &["Not Married", "Once Married"]),
    ("Never Married", &["Not Married"]),
    ("Spouse Absent", &["Married"]),
    ("Civ-spouse", &["Married", "Spouse Present"]),
    ("AF-spouse", &["Married", "Spouse Present"]),
];

/// The work classes of Adult with the groups of `data/adult`; the figure's own are not in the text.
const WORK: Leaves = &[
    ("Private", &["Employee"]),
    ("Federal", &["Employee", "Government"]),
    ("State", &["Employee", "Government"]),
    ("Local", &["Employee", "Government"]),
    ("Self inc", &["Other", "Self-employed"]),
    ("Self not inc", &["Other", "Self-employed"]),
    ("Without pay", &["Other", "No pay"]),
    ("Never worked", &["Other", "No pay"]),
];

/// The cuts of one constrained attribute with this hierarchy.
fn cuts(leaves: Leaves) -> Cuts {
    let depth = leaves.iter().map(|(_, groups)| groups.len()).max().unwrap_or(0);
    // Level 0 tells all leaves apart; each level above shows one group name less, from the narrowest up.
    let level = |shown: usize| {
        let mut names: Vec<&str> = Vec::new();
        let of = |(leaf, groups): &(&'static str, &'static [&'static str])| match shown {
            0 => "*",
            shown if shown > groups.len() => leaf,
            shown => groups[shown - 1],
        };
        let mut group_of = Vec::new();
        for name in leaves.iter().map(of) {
            let place = names.iter().position(|known| *known == name).unwrap_or(names.len());
            if place == names.len() {
                names.push(name);
            }
            group_of.push(place as u32);
        }
        let height = 1.0 - shown as f64 / (depth + 1) as f64;
        Grouping { group_of, groups: names.len(), heights: vec![height; names.len()], leaves: Vec::new() }
    };
    let levels: Vec<Grouping> = (0..=depth + 1).rev().map(level).collect();
    let places = (0..leaves.len() as u32).map(|leaf| vec![leaf]).collect();
    Cuts::new(&Lattice { levels: vec![levels] }, vec![Order::new(places, true)])
}

fn state(place: &str, claim: &str, theirs: &str, ours: String, holds: bool, reading: &str) -> Statement {
    Statement {
        claim: claim.into(),
        place: format!("chapter, {place}"),
        theirs: theirs.into(),
        ours,
        holds: if holds { Holds::Yes } else { Holds::No },
        reading: reading.into(),
    }
}

/// The groups of a cut, in braces.
fn groups(leaves: Leaves, cut: &[u8]) -> String {
    let mut text = String::from("{");
    for (place, (leaf, _)) in leaves.iter().enumerate() {
        text += leaf;
        match cut.get(place) {
            Some(0) => text += ", ",
            Some(_) => text += "} {",
            None => text += "}",
        }
    }
    text
}

fn bits(cut: &[u8]) -> String {
    cut.iter().map(|bit| if *bit == 1 { '1' } else { '0' }).collect()
}

/// The leaves in a row with their groups above them, and a cut's bits between the leaves.
fn drawn(title: &str, root: &str, leaves: Leaves, cut: Option<&[u8]>) -> String {
    let mut drawing = Drawing::new(title, 130.0 * leaves.len() as f64, 250.0);
    let x = |place: f64| 130.0 * (place + 0.5);
    let depth = leaves.iter().map(|(_, groups)| groups.len()).max().unwrap_or(0);
    let y = |level: usize| 30.0 + 50.0 * level as f64;
    let at = |group: &str, level: usize| {
        let places = leaves.iter().enumerate().filter(|(_, (_, of))| of.get(level) == Some(&group));
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        (x(places.iter().sum::<usize>() as f64 / places.len().max(1) as f64), y(level + 1))
    };
    let top = (x((leaves.len() - 1) as f64 / 2.0), y(0));
    let above = |of: &[&str], level: usize| match level {
        0 => top,
        level => at(of[level - 1], level - 1),
    };
    for (place, (_, of)) in leaves.iter().enumerate() {
        drawing.line(above(of, of.len()), (x(place as f64), y(depth + 1)));
        (0..of.len()).for_each(|level| drawing.line(above(of, level), at(of[level], level)));
    }
    drawing.node(top, root, "#eef");
    let mut seen: Vec<&str> = Vec::new();
    for (place, (leaf, of)) in leaves.iter().enumerate() {
        for (level, group) in of.iter().enumerate() {
            if !seen.contains(group) {
                seen.push(group);
                drawing.node(at(group, level), group, "#eef");
            }
        }
        drawing.node((x(place as f64), y(depth + 1)), &format!("{} {leaf}", place + 1), "#fff");
    }
    for (bit, value) in cut.unwrap_or_default().iter().enumerate() {
        drawing.text((x(bit as f64 + 0.5), y(depth + 1) + 30.0), &value.to_string());
    }
    drawing.finish()
}

fn figure_1_1(watch: &dyn Watch) -> Result<Reproduced> {
    watch.begin("working the example", 0);
    let cuts = cuts(MARITAL);
    let all = cuts.all();
    let mut text = format!(
        "Figure 1.1: marital status, seven values in the order of a preorder walk; {} of 2^{} cuts are valid\n\n",
        all.len(),
        cuts.bits()
    );
    let examples: [(&str, &[u8], bool); 2] = [
        ("<Not Married, Spouse Absent, Civ-spouse, AF-spouse>", &[0, 0, 0, 1, 1, 1], true),
        ("<{Divorced, Widowed}, {Separated, Never Married}, Married>", &[0, 1, 0, 1, 0, 0], false),
    ];
    let (mut statements, mut lines) = (Vec::new(), Vec::new());
    for (name, cut, valid) in examples {
        let found = cuts.is_valid(&Cut::from(cut.to_vec()));
        let say = |valid| if valid { "valid" } else { "not valid" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}  {:<9}  {}", bits(cut), say(found), groups(MARITAL, cut));
        statements.push(state("1.3.1, figure 1.1", name, say(valid), say(found).into(), found == valid, ""));
        lines.push(json!({ "cut": bits(cut), "valid": found }));
    }
    let svg = drawn("Figure 1.1: hierarchy of the marital status", "Marital Status", MARITAL, None);
    let json = json!({ "name": "Figure 1.1", "valid_cuts": all.len(), "examples": lines });
    Ok(Reproduced { text, json, svg, statements })
}

fn figure_1_2(watch: &dyn Watch) -> Result<Reproduced> {
    watch.begin("working the example", 0);
    let cuts = cuts(WORK);
    // Employees by kind, the others together.
    let example: &[u8] = &[1, 0, 0, 1, 0, 0, 0];
    let all = cuts.all();
    let agrees = |cut: &Cut| {
        let group_of = &cuts.groupings(cut)[0].group_of;
        cut.iter().enumerate().all(|(bit, value)| (group_of[bit] == group_of[bit + 1]) == (*value == 0))
    };
    let agree = all.iter().filter(|cut| agrees(cut)).count();
    let (places, group_of) = ages();
    let numbers: Vec<u32> = [35, 45].iter().map(|age| group_of[(age - AGES.0) as usize] + 1).collect();
    let text = format!(
        "Figure 1.2: work class, {} valid cuts; for example {} = {}\n\n\
         Ages from {} to {} in steps of {STEP}: {places} intervals, {} bits. The chapter has [10, 15], (15, 20], …: 16 intervals.\n\
         Ours begin at their lower bound, 10 to 14, 15 to 19, …, so that 90 begins one of its own.\n\
         Cut at 30, 50 and 70, the age 35 is in group {} and 45 in group {}.\n",
        all.len(),
        bits(example),
        groups(WORK, example),
        AGES.0,
        AGES.1,
        places - 1,
        numbers[0],
        numbers[1],
    );
    let statements = vec![
        state(
            "1.4.2, figure 1.2",
            "a bit is 0 where neighbours are combined, otherwise 1",
            "always",
            format!("in {agree} of {} valid cuts of the work class", all.len()),
            agree == all.len(),
            "",
        ),
        state(
            "1.4.2",
            "bits of ages 10 to 90 with a granularity of 5",
            "15",
            (places - 1).to_string(),
            places == 16,
            "ours hold their lower bound and not their upper one, so 90 stands alone",
        ),
        state("1.3.1", "G_age(35) with bounds 30, 50, 70", "2", numbers[0].to_string(), numbers[0] == 2, ""),
        state(
            "1.3.1",
            "ages 35 and 45 are recoded alike",
            "both (30,50]",
            format!("groups {} and {}", numbers[0], numbers[1]),
            numbers[0] == numbers[1],
            "",
        ),
    ];
    let svg = drawn("Figure 1.2: a generalization of the work class", "Work class", WORK, Some(example));
    let json =
        json!({ "name": "Figure 1.2", "valid_cuts": all.len(), "example": bits(example), "age_bits": places - 1 });
    Ok(Reproduced { text, json, svg, statements })
}

/// The ages of section 1.4.2, and the width of an interval.
const AGES: (i64, i64) = (10, 90);
const STEP: i64 = 5;

/// How many places ages have in steps as a study's granularity makes them, and the group of each age where it is cut at 30, 50
/// and 70.
fn ages() -> (usize, Vec<u32>) {
    let place = |age: i64| (age / STEP - AGES.0 / STEP) as u32;
    let values: Vec<i64> = (AGES.0..=AGES.1).collect();
    let places = place(AGES.1) as usize + 1;
    let mut at: Vec<Vec<u32>> = vec![Vec::new(); places];
    values.iter().enumerate().for_each(|(value, age)| at[place(*age) as usize].push(value as u32));
    let apart = Grouping {
        group_of: (0..values.len() as u32).collect(),
        groups: values.len(),
        heights: vec![0.0; values.len()],
        leaves: Vec::new(),
    };
    let top = Grouping { group_of: vec![0; values.len()], groups: 1, heights: vec![1.0], leaves: Vec::new() };
    let cuts = Cuts::new(&Lattice { levels: vec![vec![apart, top]] }, vec![Order::new(at, false)]);
    let mut cut = cuts.coarsest();
    [30, 50, 70].iter().for_each(|bound| cut[place(*bound) as usize - 1] = 1);
    (cuts.bits() + 1, cuts.groupings(&cut)[0].group_of.clone())
}

/// Privacy and loss negated of four parents and four children: made up, so that the last rank does not fit whole.
const PARENTS: [[f64; 2]; 4] = [[1.0, -0.1], [4.0, -0.5], [6.0, -0.9], [2.0, -0.6]];
const CHILDREN: [[f64; 2]; 4] = [[3.0, -0.3], [5.0, -0.6], [2.0, -0.9], [1.0, -0.7]];

fn figure_1_3(watch: &dyn Watch) -> Result<Reproduced> {
    watch.begin("working the example", 0);
    let both: Vec<Vec<f64>> = PARENTS.iter().chain(&CHILDREN).map(|values| values.to_vec()).collect();
    let ranks = rank::ranks(&both);
    let next = rank::survivors(&both, PARENTS.len());
    let lives = |at: usize| next.iter().any(|(survivor, _, _)| *survivor == at);
    let mut text =
        String::from("Figure 1.3: one generation, N = 4 (the values are ours)\n\n        k   loss   rank   lives on\n");
    let mut lines = Vec::new();
    for (at, values) in both.iter().enumerate() {
        let name = format!("{}{}", if at < PARENTS.len() { 'P' } else { 'Q' }, at % PARENTS.len() + 1);
        let _ = writeln!(
            text,
            "  {name}  {:>3}  {:>5}  {:>5}   {}",
            values[0],
            -values[1],
            ranks[at] + 1,
            if lives(at) { "yes" } else { "no" }
        );
        lines.push(
            json!({ "name": name, "k": values[0], "loss": -values[1], "rank": ranks[at] + 1, "lives": lives(at) }),
        );
    }
    let beats = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| a >= b) && a != b;
    let first = (0..both.len()).all(|at| (ranks[at] == 0) != both.iter().any(|other| beats(other, &both[at])));
    let lower = (0..both.len())
        .all(|at| both.iter().enumerate().all(|(other, values)| !beats(values, &both[at]) || ranks[other] < ranks[at]));
    let worst_in = next.iter().map(|(at, _, _)| ranks[*at]).max().unwrap_or(0);
    let best_out = (0..both.len()).filter(|at| !lives(*at)).map(|at| ranks[at]).min().unwrap_or(usize::MAX);
    let place = "1.4.3, figure 1.3";
    let ours = |holds: bool| if holds { "yes" } else { "no" }.to_string();
    let elite = worst_in <= best_out;
    let sizes = format!("{} and {}", both.len(), next.len());
    let statements = vec![
        state(place, "R_t has 2N members, P_(t+1) has N", "8 and 4", sizes, both.len() == 8 && next.len() == 4, ""),
        state(place, "rank 1 are all non-dominated solutions", "yes", ours(first), first, ""),
        state(place, "a rank r solution is only dominated by lower ranks", "yes", ours(lower), lower, ""),
        state(place, "no better rank goes while a worse one stays", "yes", ours(elite), elite, ""),
    ];
    let mut drawing = Drawing::new("Figure 1.3: one generation of NSGA-II", 640.0, 300.0);
    let (xs, y) = ([80.0, 320.0, 560.0], |at: usize| 40.0 + 30.0 * at as f64);
    let mut sorted: Vec<usize> = (0..both.len()).collect();
    sorted.sort_by_key(|at| (ranks[*at], !lives(*at)));
    for (place, at) in sorted.iter().enumerate() {
        drawing.line((xs[0], y(*at)), (xs[1], y(place)));
        if lives(*at) {
            drawing.line((xs[1], y(place)), (xs[2], y(place)));
        }
    }
    ["parents P and children Q", "R by rank", "next P"]
        .iter()
        .zip(xs)
        .for_each(|(name, x)| drawing.text((x, 12.0), name));
    for (place, at) in sorted.iter().enumerate() {
        let name = lines[*at]["name"].as_str().unwrap_or_default();
        drawing.node((xs[0], y(*at)), name, "#eef");
        drawing.node((xs[1], y(place)), &format!("{name}, rank {}", ranks[*at] + 1), "#fff");
        if lives(*at) {
            drawing.node((xs[2], y(place)), name, "#efe");
        }
    }
    let json = json!({ "name": "Figure 1.3", "members": lines });
    Ok(Reproduced { text, json, svg: drawing.finish(), statements })
}

fn figure_1_4(watch: &dyn Watch) -> Result<Reproduced> {
    watch.begin("working the example", 0);
    let cuts = cuts(MARITAL);
    let all = cuts.all();
    let child = |mother: &Cut, father: &Cut, point: usize| -> Cut {
        mother[..point].iter().chain(&father[point..]).copied().collect()
    };
    // Children of the usual and of the special operator, and how many of them are invalid; the first invalid one is shown.
    let (mut usual, mut special, mut shown) = ((0u64, 0u64), (0u64, 0u64), None);
    for mother in &all {
        for father in &all {
            for point in 1..cuts.bits() {
                let made = child(mother, father, point);
                let invalid = !cuts.is_valid(&made);
                usual = (usual.0 + 1, usual.1 + u64::from(invalid));
                if invalid && shown.is_none() {
                    shown = Some((mother.clone(), father.clone(), point, made));
                }
            }
            let common: Vec<usize> = (0..cuts.bits()).filter(|bit| mother[*bit] == 1 && father[*bit] == 1).collect();
            for point in common {
                special = (special.0 + 1, special.1 + u64::from(!cuts.is_valid(&child(mother, father, point))));
            }
        }
    }
    // The operator that searches use, which draws its point.
    let mut random = StdRng::seed_from_u64(0);
    let (mut crossed, mut broken) = (0u64, 0u64);
    for mother in &all {
        for father in &all {
            let (mut one, mut other) = (mother.clone(), father.clone());
            cuts.cross(&mut one, &mut other, &mut random);
            crossed += 2;
            broken += [one, other].iter().filter(|made| !cuts.is_valid(made)).count() as u64;
        }
    }
    let mut text = format!(
        "Figure 1.4: children of all pairs of the {} valid generalizations of the marital status\n\n\
         usual crossover, every point           {:>6} children, {:>5} invalid\n\
         special crossover, every common 1      {:>6} children, {:>5} invalid\n\
         the operator that our searches use     {crossed:>6} children, {broken:>5} invalid\n",
        all.len(),
        usual.0,
        usual.1,
        special.0,
        special.1,
    );
    let mut drawing = Drawing::new("Figure 1.4: usual crossover (left), special crossover (right)", 720.0, 200.0);
    let mut draw = |x: f64, cuts: [&Cut; 3], point: usize, ending: &str| {
        for (row, cut) in cuts.iter().enumerate() {
            let name = ["mother", "father", ending][row];
            let y = 40.0 + 50.0 * row as f64;
            drawing.text((x, y), name);
            for (bit, value) in cut.iter().enumerate() {
                let from_father = if row == 2 { bit >= point } else { row == 1 };
                let colour = if from_father { "#fed" } else { "#def" };
                drawing.node((x + 110.0 + 24.0 * bit as f64, y), &value.to_string(), colour);
            }
        }
    };
    if let Some((mother, father, point, made)) = &shown {
        draw(50.0, [mother, father, made], *point, "invalid child");
        let _ = writeln!(
            text,
            "\nusual:   {} and {} at bit {point} give {}: {}",
            bits(mother),
            bits(father),
            bits(made),
            groups(MARITAL, made)
        );
    }
    let (mother, father): (Cut, Cut) = (vec![1, 1, 1, 1, 0, 0].into(), vec![0, 0, 0, 1, 1, 1].into());
    let point = (0..cuts.bits()).find(|bit| mother[*bit] == 1 && father[*bit] == 1).unwrap_or(0);
    let made = child(&mother, &father, point);
    draw(410.0, [&mother, &father, &made], point, "valid child");
    let _ = writeln!(
        text,
        "special: {} and {} at bit {point} give {}: {}",
        bits(&mother),
        bits(&father),
        bits(&made),
        groups(MARITAL, &made)
    );
    let place = "1.4.4, figure 1.4";
    let count = |(made, invalid): (u64, u64)| format!("{invalid} of {made} children invalid");
    let statements = vec![
        state(place, "the usual operator may generate invalid children", "it may", count(usual), usual.1 > 0, ""),
        state(
            place,
            "the special operator always creates valid children",
            "always",
            count(special),
            special.1 == 0,
            "",
        ),
        state(place, "so does the one that our searches use", "always", count((crossed, broken)), broken == 0, ""),
    ];
    let of = |(made, invalid): (u64, u64)| -> Value { json!({ "children": made, "invalid": invalid }) };
    let json =
        json!({ "name": "Figure 1.4", "usual": of(usual), "special": of(special), "ours": of((crossed, broken)) });
    Ok(Reproduced { text, json, svg: drawing.finish(), statements })
}
