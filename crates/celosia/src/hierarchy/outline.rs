//! A hierarchy drawn as a tree, for people: the groups from the top down, long lists folded.

use super::Hierarchy;
use crate::table::Domain;

/// Draws the tree, at most so many characters wide where labels allow; `all` folds nothing.
pub fn outline(domain: &Domain, hierarchy: &Hierarchy, width: usize, all: bool) -> String {
    let mut place = vec![0; domain.len()];
    for (at, code) in hierarchy.order.iter().enumerate() {
        place[*code as usize] = at;
    }
    let mut everything: Vec<usize> = (0..domain.len()).collect();
    everything.sort_by_key(|code| place[*code]);
    let mut drawing = Drawing { hierarchy, place: &place, width, all, text: String::new() };
    if !everything.is_empty() {
        drawing.group(hierarchy.height(), &everything, "", "");
    }
    drawing.text
}

/// The most children of a group that are shown.
const SHOWN: usize = 8;

struct Drawing<'h> {
    hierarchy: &'h Hierarchy,
    /// Where each value stands in the column's order.
    place: &'h [usize],
    width: usize,
    all: bool,
    text: String,
}

impl Drawing<'_> {
    /// A group with what is in it: `before` begins its own line, `below` the lines of its children.
    fn group(&mut self, level: usize, codes: &[usize], before: &str, below: &str) {
        let label = printable(self.hierarchy.label(level, codes[0]));
        let line = format!("{before}{label}");
        let itself = codes.len() == 1 && self.hierarchy.label(0, codes[0]) == self.hierarchy.label(level, codes[0]);
        // A value that is its own group at every level below is not said again.
        if itself || level == 0 {
            self.text += &format!("{line}\n");
            return;
        }
        if level == 1 {
            self.values(line, below, codes);
            return;
        }
        let values = if codes.len() == 1 { "1 value".to_string() } else { format!("{} values", codes.len()) };
        self.text += &format!("{line} ({values})\n");
        let mut groups = self.children(level - 1, codes);
        // A level that changes nothing in this group is passed over.
        let mut under = level - 1;
        while groups.len() == 1 && under > 1 {
            under -= 1;
            groups = self.children(under, codes);
        }
        if groups.len() == 1 {
            self.text.truncate(self.text.len() - format!("{line} ({values})\n").len());
            self.values(line, below, codes);
            return;
        }
        let shown = if self.all { groups.len() } else { groups.len().min(SHOWN) };
        for (at, group) in groups.iter().take(shown).enumerate() {
            let last = at + 1 == groups.len();
            let (branch, trunk) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.group(under, group, &format!("{below}{branch}"), &format!("{below}{trunk}"));
        }
        if shown < groups.len() {
            self.text += &format!("{below}└─ … and {} more: --all\n", groups.len() - shown);
        }
    }

    /// The values of a group of the first level, behind its label: as many as the line holds, or all of them on several lines.
    fn values(&mut self, label: String, below: &str, codes: &[usize]) {
        let mut line = format!("{label}: ");
        let most = if self.all { codes.len() } else { codes.len().min(SHOWN) };
        for (at, code) in codes.iter().enumerate().take(most) {
            let value = printable(self.hierarchy.label(0, *code));
            let rest = codes.len() - at;
            let more = format!("… and {rest} more");
            let used = line.chars().count();
            let wide = used + value.chars().count() + 2 + if rest > 1 && !self.all { more.chars().count() } else { 0 };
            if at > 0 && wide > self.width {
                if !self.all {
                    self.text += &format!("{line}{more}\n");
                    return;
                }
                self.text += &format!("{}\n", line.trim_end());
                line = format!("{below}   ");
            }
            line += &if rest > 1 { format!("{value}, ") } else { value };
        }
        let rest = codes.len() - most;
        let more = if rest > 0 { format!("… and {rest} more") } else { String::new() };
        self.text += &format!("{line}{more}\n");
    }

    /// The groups of a level among some values, in the order of their first value.
    fn children(&self, level: usize, codes: &[usize]) -> Vec<Vec<usize>> {
        let group_of = &self.hierarchy.levels[level].group_of;
        let mut first = std::collections::HashMap::new();
        for code in codes {
            first.entry(group_of[*code]).or_insert(self.place[*code]);
        }
        let mut sorted = codes.to_vec();
        sorted.sort_by_key(|code| (first[&group_of[*code]], self.place[*code]));
        sorted.chunk_by(|a, b| group_of[*a] == group_of[*b]).map(<[usize]>::to_vec).collect()
    }
}

/// Labels come from data: what would steer a terminal is shown as a replacement character.
fn printable(label: &str) -> String {
    label.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;
    use crate::hierarchy::build;
    use crate::study::{HierarchySpec, Kind, Mask, MaskFrom};

    #[test]
    fn groups_are_a_tree() -> Result<()> {
        let domain = Domain::of("zip", Kind::String, &["12345", "12346", "12355", "22356"]);
        let mask = Mask { from: MaskFrom::Right, characters: vec![1, 4], length: None };
        let hierarchy = build(&HierarchySpec::Mask(mask), &domain)?;
        let tree =
            "* (4 values)\n├─ 1**** (3 values)\n│  ├─ 1234*: 12345, 12346\n│  └─ 1235*: 12355\n└─ 2****: 22356\n";
        assert_eq!(outline(&domain, &hierarchy, 60, false), tree);
        Ok(())
    }

    #[test]
    fn long_lists_are_folded_and_all_shows_them() -> Result<()> {
        let values: Vec<String> = (100..130).map(|n| n.to_string()).collect();
        let mut domain = Domain::of("n", Kind::Integer, &values.iter().map(String::as_str).collect::<Vec<_>>());
        domain.counts.fill(100);
        let hierarchy = build(&HierarchySpec::Order(vec![3]), &domain)?;
        let tree = outline(&domain, &hierarchy, 60, false);
        assert!(tree.ends_with("\n└─ … and 2 more: --all\n"), "{tree}");
        assert_eq!(tree.lines().count(), 10);
        assert_eq!(outline(&domain, &hierarchy, 60, true).lines().count(), 11);
        let hierarchy = build(&HierarchySpec::Order(vec![30]), &domain)?;
        assert_eq!(outline(&domain, &hierarchy, 40, false), "*: 100, 101, 102, 103, … and 26 more\n");
        let all = outline(&domain, &hierarchy, 40, true);
        assert!(all.lines().count() > 2 && all.lines().all(|line| line.chars().count() <= 40), "{all}");
        Ok(())
    }

    #[test]
    fn labels_steer_no_terminal() {
        assert_eq!(printable("a\u{1b}[2J"), "a\u{fffd}[2J");
    }
}
