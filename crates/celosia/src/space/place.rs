//! Where a point of a front lies: a node of the lattice, a cut, or regions.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Regions, Space};

/// Small numbers that together name a point of one space, and of no other.
macro_rules! numbers {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Vec<u8>);

        impl Deref for $name {
            type Target = [u8];

            fn deref(&self) -> &[u8] {
                &self.0
            }
        }

        impl DerefMut for $name {
            fn deref_mut(&mut self) -> &mut [u8] {
                &mut self.0
            }
        }

        impl Borrow<[u8]> for $name {
            fn borrow(&self) -> &[u8] {
                &self.0
            }
        }

        impl From<Vec<u8>> for $name {
            fn from(numbers: Vec<u8>) -> Self {
                $name(numbers)
            }
        }

        impl From<&[u8]> for $name {
            fn from(numbers: &[u8]) -> Self {
                $name(numbers.to_vec())
            }
        }

        impl FromIterator<u8> for $name {
            fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
                $name(numbers.into_iter().collect())
            }
        }

        impl<'a> IntoIterator for &'a $name {
            type Item = &'a u8;
            type IntoIter = std::slice::Iter<'a, u8>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
                self.0.fmt(to)
            }
        }

        impl From<$name> for Place {
            fn from(point: $name) -> Place {
                Place::$name(point)
            }
        }

        impl From<&$name> for Place {
            fn from(point: &$name) -> Place {
                Place::$name(point.clone())
            }
        }
    };
}

numbers! {
    /// A point of the lattice: a level per attribute.
    Node
}
numbers! {
    /// A point of the space of cuts: a bit for each pair of neighbouring places, attribute after attribute, 1 where a group
    /// ends.
    Cut
}

/// A point of any space.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Place {
    /// Of the lattice.
    Node(Node),
    /// Of the cuts.
    Cut(Cut),
    /// Of the regions.
    Regions(Arc<Regions>),
}

impl Place {
    /// The space that it is a point of.
    pub fn space(&self) -> Space {
        match self {
            Place::Node(_) => Space::Lattice,
            Place::Cut(_) => Space::Cuts,
            Place::Regions(_) => Space::Regions,
        }
    }

    /// The node, where it is one.
    pub fn node(&self) -> Option<&Node> {
        if let Place::Node(node) = self { Some(node) } else { None }
    }

    /// The cut, where it is one.
    pub fn cut(&self) -> Option<&Cut> {
        if let Place::Cut(cut) = self { Some(cut) } else { None }
    }

    /// A fixed order, by which the first of several with equal values is chosen: in a space, the lower numbers first.
    pub fn compare(&self, other: &Place) -> Ordering {
        match (self, other) {
            (Place::Node(a), Place::Node(b)) => a.cmp(b),
            (Place::Cut(a), Place::Cut(b)) => a.cmp(b),
            (Place::Regions(a), Place::Regions(b)) => a.compare(b),
            (a, b) => a.space().cmp(&b.space()),
        }
    }
}

impl From<Regions> for Place {
    fn from(regions: Regions) -> Place {
        Place::Regions(Arc::new(regions))
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Place {
        place.clone()
    }
}
