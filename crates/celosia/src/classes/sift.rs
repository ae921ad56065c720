//! Taking what is wanted out of many, at speed.

/// What is wanted of some things, at most `most`, in their order. No branch that could be mispredicted: each is written
/// down, and stays if it is wanted.
pub fn sift<T: Copy + Default>(all: impl Iterator<Item = (T, bool)>, most: usize) -> Vec<T> {
    // One place more, for what comes after the last that stays.
    let (mut sifted, mut len) = (vec![T::default(); most + 1], 0);
    all.for_each(|(one, is_wanted)| {
        sifted[len] = one;
        len += usize::from(is_wanted);
    });
    sifted.truncate(len);
    sifted
}
