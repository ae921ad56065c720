//! What is known of a point from a part of the rows: the classes that some tuples fall into.

use super::{Classes, Crowds, Scratch, Track, merge_extents, merge_histograms, number, sift};
use crate::frequency::{Frequency, Histograms, Tracked};
use crate::space::Grouping;

impl Classes {
    /// The classes of a point that some tuples fall into.
    pub fn part(
        frequency: &Frequency,
        track: Track,
        groupings: &[&Grouping],
        tuples: &[u32],
        scratch: &mut Scratch,
    ) -> Classes {
        number::number(frequency, groupings, tuples, scratch);
        let first = scratch.first.clone();
        let classes = first.len();
        let mut rows = vec![0; classes];
        for (class, tuple) in scratch.class_of.iter().zip(tuples) {
            rows[*class as usize] += frequency.counts[*tuple as usize];
        }
        let persons = track
            .persons_of(frequency)
            .map(|persons| Box::new(Crowds::of_tuples(persons, track, tuples, classes, scratch)));
        let sensitive = track.sensitive_of(frequency).iter();
        let sensitive = sensitive.map(|s| merge(s, tuples, classes, scratch)).collect();
        let label = frequency.label.as_ref().filter(|_| track.label);
        let label = label.map(|l| merge(l, tuples, classes, scratch));
        let extents = track.extents.then(|| {
            let of_tuple = |tuple: &u32| {
                let tuple = *tuple as usize;
                frequency.columns.iter().map(move |column| (column[tuple], column[tuple]))
            };
            let extents: Vec<(u32, u32)> = tuples.iter().flat_map(of_tuple).collect();
            merge_extents(&extents, &scratch.class_of, classes)
        });
        // A part of the tuples knows no trails: who asks for one counts none.
        debug_assert!(track.trails_of(frequency).is_none());
        Classes { first, rows, sensitive, label, extents, persons, trails: None }
    }

    /// Adds the histograms of the class attribute to a part of these tuples, where only some classes are asked for: the
    /// others get empty ones. The scratch memory is that of the part.
    pub fn label_some(&mut self, frequency: &Frequency, tuples: &[u32], which: &[u32], scratch: &mut Scratch) {
        let Some(label) = &frequency.label else { return };
        let mut is_asked = vec![false; self.len()];
        which.iter().for_each(|class| is_asked[*class as usize] = true);
        // How many of those asked for come before each class: its place among them, if it is one.
        let before: Vec<u32> =
            is_asked.iter().scan(0, |sum, is| Some(std::mem::replace(sum, *sum + u32::from(*is)))).collect();
        let asked = scratch.class_of.iter().zip(tuples).map(|(class, tuple)| {
            let class = *class as usize;
            ((before[class], *tuple), is_asked[class])
        });
        let (of_asked, asked): (Vec<u32>, Vec<u32>) = sift(asked, tuples.len()).into_iter().unzip();
        let all = std::mem::replace(&mut scratch.class_of, of_asked);
        let Histograms { starts, values, counts } = merge(label, &asked, which.len(), scratch);
        let starts = before.iter().map(|before| starts[*before as usize]).chain(starts.last().copied()).collect();
        self.label = Some(Histograms { starts, values, counts });
        scratch.class_of = all;
    }
}

/// Adds up the histograms of tuples, class by class.
fn merge(of_tuples: &Tracked, tuples: &[u32], classes: usize, scratch: &mut Scratch) -> Histograms {
    let Tracked { totals, histograms, .. } = of_tuples;
    merge_histograms(histograms, |at| tuples[at] as usize, (classes, totals.len()), Histograms::default(), scratch)
}
