//! Properties of every builder: all values covered, levels nest, the top is one group, a written file reads back.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::error::Place;
use crate::sets::{Method, WALKS, Walk};
use crate::study::{DateUnit, Intervals, Kind, Mask, MaskFrom, SetsSpec, TimeUnit, Tree};

fn domain(kind: Kind) -> BoxedStrategy<Domain> {
    let value: BoxedStrategy<String> = match kind {
        Kind::Integer => (-300i64..3000).prop_map(|n| n.to_string()).boxed(),
        Kind::Decimal => {
            (-3000i64..3000, 0usize..4).prop_map(|(n, at)| (n as f64 / 10f64.powi(at as i32)).to_string()).boxed()
        }
        Kind::Date => (1900i32..2030, 1u32..13, 1u32..29, any::<bool>())
            .prop_map(|(y, m, d, time)| format!("{y}-{m:02}-{d:02}{}", if time { "T10:30" } else { "" }))
            .boxed(),
        Kind::Time => (0u32..24, 0u32..60).prop_map(|(hour, minute)| format!("{hour}:{minute:02}")).boxed(),
        Kind::String => prop_oneof!["[a-c*;,\"{} \n…′ä]{0,5}", "[0-9]{3}", Just("missing".to_string())].boxed(),
    };
    (vec(value, 1..60), any::<bool>(), any::<bool>())
        .prop_map(move |(values, missing, german)| {
            let written = |value: String| match kind {
                Kind::Decimal if german => value.replace('.', ","),
                Kind::Date if german => format!("{}.{}.{}{}", &value[8..10], &value[5..7], &value[..4], &value[10..]),
                _ => value,
            };
            let values: Vec<String> = values.into_iter().map(written).collect();
            let mut domain = Domain::of("column", kind, &values.iter().map(String::as_str).collect::<Vec<_>>());
            if missing {
                domain.missing = Some(domain.len() as u32);
                domain.values.push("?".into());
                domain.seen.push(Place::default());
                domain.counts.push(1);
            }
            domain
        })
        .boxed()
}

fn any_domain() -> BoxedStrategy<Domain> {
    prop_oneof![
        domain(Kind::Integer),
        domain(Kind::Decimal),
        domain(Kind::Date),
        domain(Kind::Time),
        domain(Kind::String)
    ]
    .boxed()
}

fn numbers() -> BoxedStrategy<Domain> {
    prop_oneof![domain(Kind::Integer), domain(Kind::Decimal)].boxed()
}

/// Coding at both ends, at one or at none.
fn coding() -> impl Strategy<Value = (Option<f64>, Option<f64>)> {
    (proptest::option::of(-100i32..100), proptest::option::of(100i32..2000))
        .prop_map(|(bottom, top)| (bottom.map(f64::from), top.map(f64::from)))
}

fn widths() -> impl Strategy<Value = HierarchySpec> {
    (1i64..50, vec(2i64..4, 0..4), 0usize..3, -50i32..50, coding()).prop_map(
        |(first, times, at, origin, (bottom, top))| {
            let mut units = vec![first];
            times.iter().for_each(|t| units.push(units[units.len() - 1] * t));
            let widths = units.into_iter().map(|n| n as f64 / 10f64.powi(at as i32)).collect();
            HierarchySpec::Interval(Intervals {
                widths,
                origin: f64::from(origin) / 10.0,
                bottom,
                top,
                cuts: Vec::new(),
            })
        },
    )
}

fn cuts() -> impl Strategy<Value = HierarchySpec> {
    (vec((-300i32..3000, 1usize..4), 1..12), coding()).prop_map(|(points, (bottom, top))| {
        // Each cut point lasts up to a level of its own.
        let at = |level| points.iter().filter(|p| p.1 >= level).map(|p| f64::from(p.0)).collect::<Vec<f64>>();
        let cuts = (1..4).map(at).filter(|cuts| !cuts.is_empty()).collect();
        HierarchySpec::Interval(Intervals { cuts, bottom, top, ..Intervals::default() })
    })
}

fn masks() -> impl Strategy<Value = HierarchySpec> {
    let length = proptest::option::of(1usize..9);
    (any::<bool>(), proptest::collection::btree_set(1usize..9, 0..4), length).prop_map(|(right, characters, length)| {
        let from = if right { MaskFrom::Right } else { MaskFrom::Left };
        HierarchySpec::Mask(Mask { from, characters: characters.into_iter().collect(), length })
    })
}

fn dates() -> impl Strategy<Value = HierarchySpec> {
    proptest::sample::subsequence(DateUnit::NAMES.to_vec(), 1..=5)
        .prop_map(|units| HierarchySpec::Date(units.into_iter().map(|(_, unit)| unit).collect()))
}

fn orders() -> impl Strategy<Value = HierarchySpec> {
    (2usize..6, vec(2usize..4, 0..3)).prop_map(|(first, times)| {
        let mut sizes = vec![first];
        times.iter().for_each(|t| sizes.push(sizes[sizes.len() - 1] * t));
        HierarchySpec::Order(sizes)
    })
}

/// A tree over a domain's values, ragged: `shape` says how many values each group takes and which hang at its side.
fn tree(domain: &Domain, shape: &[usize]) -> Tree {
    let mut shape = shape.iter().cycle().copied();
    let mut nodes: Vec<Tree> = domain.values.iter().map(|value| Tree::Value(value.clone())).collect();
    let mut groups = 0;
    while nodes.len() > 3 {
        let mut above = Vec::new();
        let mut rest = nodes.into_iter().peekable();
        while rest.peek().is_some() {
            let size = shape.next().unwrap_or(2).max(2);
            let mut children: Vec<Tree> = rest.by_ref().take(size).collect();
            if children.len() == 1 || size % 3 == 0 {
                above.extend(children.pop());
            }
            if !children.is_empty() {
                groups += 1;
                above.push(Tree::Group(format!("group {groups}"), children));
            }
        }
        nodes = above;
    }
    Tree::Group("all".into(), nodes)
}

fn taxonomies() -> BoxedStrategy<(HierarchySpec, Domain)> {
    (any_domain(), vec(2usize..7, 1..5))
        .prop_map(|(domain, shape)| (HierarchySpec::Taxonomy(tree(&domain, &shape)), domain))
        .boxed()
}

fn sets() -> impl Strategy<Value = HierarchySpec> {
    let methods: Vec<Method> = Method::all().collect();
    let walks: Vec<Walk> = WALKS.iter().map(|(_, walk)| *walk).collect();
    let of = (prop::sample::select(methods), prop::sample::select(walks), prop::option::of(2u64..20));
    of.prop_map(|(method, walk, start)| HierarchySpec::Sets(SetsSpec { method, walk, key: None, start }))
}

/// Domains whose values occur often and rarely.
fn uneven(domain: impl Strategy<Value = Domain>) -> impl Strategy<Value = Domain> {
    (domain, any::<u64>()).prop_map(|(mut domain, seed)| {
        let rows = |code: u64| 1 + (code + 1).wrapping_mul(seed | 1) % 50;
        domain.counts = (0..domain.len() as u64).map(rows).collect();
        domain
    })
}

fn times() -> impl Strategy<Value = HierarchySpec> {
    proptest::sample::subsequence(TimeUnit::NAMES.to_vec(), 1..=4)
        .prop_map(|units| HierarchySpec::Time(units.into_iter().map(|(_, unit)| unit).collect()))
}

/// Every builder with domains that it takes. Files come in by the round trip.
fn built() -> impl Strategy<Value = (HierarchySpec, Domain)> {
    prop_oneof![
        (Just(HierarchySpec::Auto), any_domain()),
        (Just(HierarchySpec::Auto), uneven(any_domain())),
        (sets(), uneven(any_domain())),
        (widths(), numbers()),
        (cuts(), numbers()),
        (masks(), any_domain()),
        (dates(), domain(Kind::Date)),
        (times(), domain(Kind::Time)),
        (orders(), any_domain()),
        taxonomies(),
    ]
}

proptest! {
    #[test]
    fn every_builder_makes_a_hierarchy((spec, domain) in built()) {
        let hierarchy = build(&spec, &domain).map_err(|e| TestCaseError::fail(e.to_string()))?;
        for level in &hierarchy.levels {
            prop_assert_eq!(level.group_of.len(), domain.len());
            let labels: std::collections::HashSet<&String> = level.labels.iter().collect();
            prop_assert_eq!(labels.len(), level.labels.len());
        }
        for a in 0..domain.len() {
            for b in 0..a {
                let together: Vec<bool> = hierarchy.levels.iter().map(|l| l.group_of[a] == l.group_of[b]).collect();
                prop_assert!(together.is_sorted(), "{} and {} part again", domain.values[a], domain.values[b]);
                prop_assert_eq!(together.last(), Some(&true));
            }
        }
        if spec == HierarchySpec::Auto {
            prop_assert!(hierarchy.height() <= 5);
        }
    }

    #[test]
    fn a_written_hierarchy_reads_back_the_same((spec, domain) in built()) {
        let failed = |e: std::io::Error| TestCaseError::fail(e.to_string());
        let hierarchy = build(&spec, &domain).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let file = tempfile::NamedTempFile::new().map_err(failed)?;
        std::fs::write(file.path(), write::to_csv(&domain, &hierarchy)).map_err(failed)?;
        let again = build(&HierarchySpec::File(file.path().into()), &domain);
        let again = again.map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(again.levels.len(), hierarchy.levels.len());
        for (a, b) in again.levels.iter().zip(&hierarchy.levels) {
            prop_assert_eq!(&a.labels, &b.labels);
            prop_assert_eq!(&a.group_of, &b.group_of);
        }
    }
}
