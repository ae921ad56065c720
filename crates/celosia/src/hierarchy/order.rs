//! Groups of neighbours in the column's order, their size given level by level.

use super::{Paths, TOP, label, refuse};
use crate::error::Result;
use crate::table::Domain;

/// The groups of neighbours that each value joins, then the top. A level whose groups would hold everything is the top.
///
/// Labels of text name values that occur in the data, the common ones; those of numbers and dates show bounds.
pub fn paths(sizes: &[usize], domain: &Domain) -> Result<Paths> {
    // Groups of a multiple of the size are unions of whole groups, so levels nest.
    let nest = sizes.windows(2).all(|pair| pair[0] < pair[1] && pair[1].is_multiple_of(pair[0]));
    if sizes.is_empty() || sizes[0] < 2 || !nest {
        let what = format!("groups of {sizes:?} neighbours do not fill one another");
        return Err(refuse(domain, what, "start at 2 or more; each size must be a multiple of the one before"));
    }
    let codes: Vec<usize> = (0..domain.len()).filter(|&code| domain.missing != Some(code as u32)).collect();
    let mut paths = vec![Vec::new(); domain.len()];
    for &size in sizes.iter().filter(|&&size| size < codes.len()) {
        let groups: Vec<Vec<usize>> = codes.chunks(size).map(<[usize]>::to_vec).collect();
        for (group, label) in groups.iter().zip(label::of_groups(domain, &groups)) {
            group.iter().for_each(|&code| paths[code].push(label.clone()));
        }
    }
    let mut covered = vec![None; domain.len()];
    for code in codes {
        let mut path = std::mem::take(&mut paths[code]);
        path.push(TOP.to_string());
        covered[code] = Some(path);
    }
    Ok(covered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Kind;

    fn of(sizes: &[usize], kind: Kind, values: &[&str]) -> Result<Vec<Vec<String>>> {
        let mut domain = Domain::of("job", kind, values);
        domain.counts.fill(100);
        Ok(paths(sizes, &domain)?.into_iter().flatten().collect())
    }

    #[test]
    fn numbers_show_bounds() -> Result<()> {
        let found = of(&[2, 4], Kind::Integer, &["17", "9", "18", "30", "100"])?;
        assert_eq!(found[0], ["under 18", "under 100", "*"]);
        assert_eq!(found[2], ["18–99", "under 100", "*"]);
        assert_eq!(found[4], ["100", "100", "*"]);
        Ok(())
    }

    #[test]
    fn text_shows_small_groups_in_full() -> Result<()> {
        let found = of(&[3, 6, 12], Kind::String, &["a", "b", "c", "d", "e", "f", "g"])?;
        assert_eq!(found[0], ["a, b or c", "a, b, c or 3 others", "*"]);
        assert_eq!(found[6], ["g", "g", "*"]);
        Ok(())
    }

    #[test]
    fn missing_stays_out() -> Result<()> {
        let mut domain = Domain::of("job", Kind::String, &["a", "b", "c"]);
        domain.missing = Some(2);
        assert_eq!(paths(&[2], &domain)?, [Some(vec!["*".to_string()]), Some(vec!["*".into()]), None]);
        Ok(())
    }

    #[test]
    fn sizes_must_be_multiples() {
        for sizes in [&[][..], &[1], &[0, 2], &[2, 3], &[4, 4], &[4, 2]] {
            assert!(of(sizes, Kind::String, &["a", "b"]).is_err(), "{sizes:?}");
        }
    }
}
