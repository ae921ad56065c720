//! Masks: characters of a code replaced by `*` from one end, a given number per level.

use super::{Paths, TOP, outliers, present, refuse};
use crate::error::Result;
use crate::study::{Mask, MaskFrom};
use crate::table::Domain;

/// The masked forms of each value, then the top. A level that masks all n characters of a code is the top.
///
/// Values are first padded with `*` to n characters, or cut to n, at the end that is masked. So a label has n characters,
/// and masking more characters of a value is masking more characters of its label: the label of a level is a function of
/// the label of the level before, which is to say that levels nest. Where n is not given, it is the length of all but a few
/// values: one odd code must not show in the labels of all.
pub fn paths(Mask { from, characters, length }: &Mask, domain: &Domain) -> Result<Paths> {
    let longest = length.unwrap_or_else(|| outliers::longest(domain));
    let every: Vec<usize> = (1..longest).collect();
    let characters = if characters.is_empty() { &every } else { characters };
    if characters.first() == Some(&0) || characters.windows(2).any(|pair| pair[0] >= pair[1]) {
        let what = format!("masked characters {characters:?} do not rise from level to level");
        return Err(refuse(domain, what, "list how many characters each level masks, such as 1, 2, 3"));
    }
    let path = |value: &str| {
        let masked =
            characters.iter().filter(|&&count| count < longest).map(|&count| mask(*from, value, longest, count));
        masked.chain([TOP.to_string()]).collect()
    };
    Ok(present(domain).map(|value| value.map(path)).collect())
}

/// A value at `longest` characters with at least `count` of them masked.
fn mask(from: MaskFrom, value: &str, longest: usize, count: usize) -> String {
    let length = value.chars().count();
    let kept = length.min(longest - count);
    let stars = "*".repeat(longest - kept);
    match from {
        MaskFrom::Right => value.chars().take(kept).collect::<String>() + &stars,
        MaskFrom::Left => stars + &value.chars().skip(length - kept).collect::<String>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Kind;

    fn of(from: MaskFrom, characters: &[usize], values: &[&str]) -> Result<Vec<Vec<String>>> {
        let mask = Mask { from, characters: characters.to_vec(), length: None };
        Ok(paths(&mask, &Domain::of("zip", Kind::String, values))?.into_iter().flatten().collect())
    }

    #[test]
    fn one_odd_code_does_not_move_the_others() -> Result<()> {
        let codes = |odd: &'static str| Domain::counted("zip", Kind::String, &[("1000", 40), ("1001", 40), (odd, 1)]);
        for (length, odd) in [(None, "12345678"), (Some(4), "12345678"), (None, "1"), (None, "1002")] {
            let mask = Mask { from: MaskFrom::Right, characters: vec![1, 2, 3], length };
            let found = paths(&mask, &codes(odd))?;
            let code = codes(odd).values.iter().position(|value| value == "1000").unwrap_or(0);
            assert_eq!(found[code].as_deref(), Some(&["100*", "10**", "1***", "*"].map(String::from)[..]), "{odd}");
        }
        let long = Mask { from: MaskFrom::Left, characters: vec![2], length: Some(4) };
        assert_eq!(paths(&long, &codes("12345678"))?[2], Some(vec!["**78".into(), "*".into()]));
        Ok(())
    }

    #[test]
    fn zip_codes_of_poka_figure_1a() -> Result<()> {
        let found = of(MaskFrom::Right, &[1], &["12345", "12346", "12355", "12356"])?;
        assert_eq!(found, [["1234*", "*"], ["1234*", "*"], ["1235*", "*"], ["1235*", "*"]]);
        Ok(())
    }

    #[test]
    fn without_a_list_each_level_masks_one_more() -> Result<()> {
        assert_eq!(of(MaskFrom::Right, &[], &["123"])?, [["12*", "1**", "*"]]);
        assert_eq!(of(MaskFrom::Left, &[], &["äöü"])?, [["*öü", "**ü", "*"]]);
        Ok(())
    }

    #[test]
    fn shorter_values_are_padded_at_the_masked_end() -> Result<()> {
        let found = of(MaskFrom::Right, &[1, 2, 3], &["", "123", "1234", "12345"])?;
        assert_eq!(found[0], ["*****", "*****", "*****", "*"]);
        assert_eq!(found[1], ["123**", "123**", "12***", "*"]);
        assert_eq!(found[2], ["1234*", "123**", "12***", "*"]);
        assert_eq!(found[3], ["1234*", "123**", "12***", "*"]);
        assert_eq!(of(MaskFrom::Left, &[2], &["123", "45123"])?, [["**123", "*"], ["**123", "*"]]);
        Ok(())
    }

    #[test]
    fn levels_that_mask_everything_are_the_top() -> Result<()> {
        assert_eq!(of(MaskFrom::Right, &[1, 2, 5], &["12"])?, [["1*", "*"]]);
        assert_eq!(of(MaskFrom::Right, &[], &[""])?, [["*"]]);
        Ok(())
    }

    #[test]
    fn levels_must_rise() {
        for characters in [&[0, 1][..], &[2, 2], &[3, 1]] {
            assert!(of(MaskFrom::Right, characters, &["12345"]).is_err_and(|e| e.to_string().contains("do not rise")));
        }
    }
}
