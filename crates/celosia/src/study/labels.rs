//! What classes with labels of their own may show: the language of a column's labels, and how bounds are told.

/// Which sets of values a class may show of a column, in the space of regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Labels {
    /// Groups of the column's hierarchy.
    Hierarchy,
    /// Of numbers, dates and times any interval; of text groups of its hierarchy.
    #[default]
    Intervals,
    /// Any neighbours, of text too, in the order in which its hierarchy lists the values.
    Runs,
    /// Of numbers, dates and times any interval; of text just the values that the class has.
    Sets,
    /// One value, or nothing (`*`): a cell is shown or hidden.
    Cells,
}

impl Labels {
    /// Every language with its name.
    pub const NAMES: [(&'static str, Labels); 5] = [
        ("hierarchy", Labels::Hierarchy),
        ("intervals", Labels::Intervals),
        ("runs", Labels::Runs),
        ("sets", Labels::Sets),
        ("cells", Labels::Cells),
    ];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, labels)| *labels == self).map_or("", |(name, _)| name)
    }
}

/// How the bounds of intervals are told, in the space of regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Bounds {
    /// No value that few released rows have is a bound: such a bound lies further out.
    #[default]
    Round,
    /// The lowest and the highest value of the class, however few rows have them: somebody has each of them.
    Tight,
}

impl Bounds {
    /// Both with their names.
    pub const NAMES: [(&'static str, Bounds); 2] = [("round", Bounds::Round), ("tight", Bounds::Tight)];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, bounds)| *bounds == self).map_or("", |(name, _)| name)
    }
}
