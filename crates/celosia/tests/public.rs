//! The face of the crate: every public item stands in `public.txt`, so that a change of the face is seen in review.
//!
//! Read with a parser, from `lib.rs` on: public modules, what they declare and what they re-export, with public fields,
//! variants and methods. What only the feature `internals` shows is not part of it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

/// A module: what it declares, by name, what it imports, and which modules it has.
#[derive(Default)]
struct Module {
    items: BTreeMap<String, Vec<Item>>,
    /// Name here, path that it stands for, is it public?
    uses: Vec<(String, Vec<String>, bool)>,
    modules: BTreeMap<String, (bool, Module)>,
    impls: Vec<(String, Vec<ImplItem>)>,
}

#[test]
fn the_public_items_are_those_of_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let krate = read(&root.join("src/lib.rs"), &root.join("src"));
    let mut face = Face { krate: &krate, methods: BTreeMap::new(), lines: BTreeSet::new() };
    face.take_in_impls(&krate, &mut Vec::new());
    face.show(&krate, &mut vec!["celosia".into()]);
    let now: String = face.lines.iter().map(|line| format!("{line}\n")).collect();
    let golden = root.join("tests/public.txt");
    if std::env::var_os("CELOSIA_RENEW").is_some() {
        std::fs::write(&golden, &now).unwrap();
    }
    let known = std::fs::read_to_string(&golden).unwrap_or_default();
    let (now, known): (BTreeSet<&str>, BTreeSet<&str>) = (now.lines().collect(), known.lines().collect());
    let (new, gone): (Vec<_>, Vec<_>) = (now.difference(&known).collect(), known.difference(&now).collect());
    assert!(
        new.is_empty() && gone.is_empty(),
        "the face of the crate has changed.\nnew: {new:#?}\ngone: {gone:#?}\nWhere that is meant, renew the list and commit \
         it: CELOSIA_RENEW=1 cargo test -p celosia public"
    );
    assert!(now.len() > 100 && now.contains("celosia::flow::Flow struct"), "the items were found: {}", now.len());
}

/// Reads a file and the modules that it names; `folder` is where those lie.
fn read(file: &Path, folder: &Path) -> Module {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    of_items(syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display())).items, folder)
}

fn of_items(items: Vec<Item>, folder: &Path) -> Module {
    let mut module = Module::default();
    for item in items {
        if is_hidden(attributes(&item)) {
            continue;
        }
        match item {
            Item::Mod(inner) => {
                let name = inner.ident.to_string();
                let (own, inside): (PathBuf, PathBuf) = (folder.join(format!("{name}.rs")), folder.join(&name));
                let file = if own.exists() { own } else { inside.join("mod.rs") };
                let content = inner.content.map(|(_, items)| of_items(items, &inside));
                module.modules.insert(name, (is_public(&inner.vis), content.unwrap_or_else(|| read(&file, &inside))));
            }
            Item::Use(import) => {
                let public = is_public(&import.vis);
                flatten(&import.tree, &mut Vec::new(), &mut |name, path| module.uses.push((name, path, public)));
            }
            Item::Impl(block) if block.trait_.is_none() => {
                if let Type::Path(path) = &*block.self_ty {
                    let name = path.path.segments.last().unwrap().ident.to_string();
                    module.impls.push((name, block.items));
                }
            }
            item => {
                if let Some(name) = name_of(&item) {
                    module.items.entry(name).or_default().push(item);
                }
            }
        }
    }
    module
}

/// The public face, as it is gathered.
struct Face<'a> {
    krate: &'a Module,
    /// Public methods and constants by the path of the type that they belong to.
    methods: BTreeMap<Vec<String>, Vec<String>>,
    lines: BTreeSet<String>,
}

impl<'a> Face<'a> {
    fn take_in_impls(&mut self, module: &Module, path: &mut Vec<String>) {
        for (name, items) in &module.impls {
            let own: Vec<String> = path.iter().chain([name]).cloned().collect();
            let owner = self.resolve(&own, 0).map_or(own, |(path, _)| path);
            let of_type = self.methods.entry(owner).or_default();
            for item in items {
                match item {
                    ImplItem::Fn(method) if is_public(&method.vis) => {
                        of_type.push(format!("{} {}", method.sig.ident, tokens(&method.sig)));
                    }
                    ImplItem::Const(constant) if is_public(&constant.vis) => {
                        of_type.push(format!("{} const {}", constant.ident, tokens(&constant.ty)));
                    }
                    _ => {}
                }
            }
        }
        for (name, (_, inner)) in &module.modules {
            path.push(name.clone());
            self.take_in_impls(inner, path);
            path.pop();
        }
    }

    /// What a path below the crate stands for: the path where it is declared, and the items there.
    fn resolve(&self, path: &[String], depth: usize) -> Option<(Vec<String>, &'a [Item])> {
        let (name, folder) = path.split_last()?;
        let mut module = self.krate;
        for (at, part) in folder.iter().enumerate() {
            match module.modules.get(part) {
                Some((_, inner)) => module = inner,
                // A module that is itself imported.
                None => {
                    let (_, target, _) = module.uses.iter().find(|(name, ..)| name == part)?;
                    let mut whole = absolute(&folder[..at], target, module);
                    whole.extend(path[at + 1..].iter().cloned());
                    return (depth < 8).then(|| self.resolve(&whole, depth + 1)).flatten();
                }
            }
        }
        if let Some(items) = module.items.get(name) {
            return Some((path.to_vec(), items));
        }
        let (_, target, _) = module.uses.iter().find(|(known, ..)| known == name)?;
        (depth < 8).then(|| self.resolve(&absolute(folder, target, module), depth + 1)).flatten()
    }

    /// Is a path public from the root on, without the help of a re-export?
    fn is_reachable(&self, path: &[String]) -> bool {
        let mut module = self.krate;
        path.split_last().is_some_and(|(_, folder)| {
            folder.iter().all(|part| match module.modules.get(part) {
                Some((true, inner)) => {
                    module = inner;
                    true
                }
                _ => false,
            })
        })
    }

    fn show(&mut self, module: &Module, path: &mut Vec<String>) {
        for items in module.items.values() {
            for item in items.iter().filter(|item| visibility(item).is_some_and(is_public)) {
                let name = name_of(item).unwrap();
                let own: Vec<String> = path[1..].iter().chain([&name]).cloned().collect();
                self.describe(item, &own, &path.join("::"), &name);
            }
        }
        for (name, target, _) in module.uses.iter().filter(|(.., public)| *public) {
            let shown = format!("{}::{name}", path.join("::"));
            match self.resolve(&absolute(&path[1..], target, module), 0) {
                Some((declared, _)) if self.is_reachable(&declared) => {
                    self.lines.insert(format!("{shown} = celosia::{}", declared.join("::")));
                }
                Some((declared, items)) => {
                    for item in items {
                        self.describe(item, &declared, &path.join("::"), name);
                    }
                }
                None => {
                    self.lines.insert(format!("{shown} = {}", target.join("::")));
                }
            }
        }
        for (name, (public, inner)) in &module.modules {
            if *public {
                path.push(name.clone());
                self.show(inner, path);
                path.pop();
            }
        }
    }

    /// One line for an item and one for each public part of it.
    fn describe(&mut self, item: &Item, declared: &[String], place: &str, name: &str) {
        let whole = format!("{place}::{name}");
        let mut parts = self.methods.get(declared).cloned().unwrap_or_default();
        let kind = match item {
            Item::Struct(item) => {
                parts.extend(fields(&item.fields));
                "struct".to_string()
            }
            Item::Enum(item) => {
                for variant in &item.variants {
                    // Words about a field are not the face.
                    let mut fields = variant.fields.clone();
                    fields.iter_mut().for_each(|field| field.attrs.clear());
                    parts.push(format!("{} {}", variant.ident, tokens(&fields)));
                }
                format!("enum{}", if is_open(&item.attrs) { ", may grow" } else { "" })
            }
            Item::Trait(item) => {
                parts.extend(item.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(method) => Some(format!("{} {}", method.sig.ident, tokens(&method.sig))),
                    _ => None,
                }));
                "trait".to_string()
            }
            Item::Fn(item) => tokens(&item.sig),
            Item::Const(item) => format!("const {}", tokens(&item.ty)),
            Item::Static(item) => format!("static {}", tokens(&item.ty)),
            Item::Type(item) => format!("type {}", tokens(&item.ty)),
            _ => "item".to_string(),
        };
        self.lines.insert(format!("{whole} {kind}"));
        for part in parts {
            self.lines.insert(format!("{whole}::{part}"));
        }
    }
}

/// A path of a `use` as one below the crate.
fn absolute(folder: &[String], target: &[String], module: &Module) -> Vec<String> {
    match target[0].as_str() {
        "crate" => target[1..].to_vec(),
        "self" => folder.iter().chain(&target[1..]).cloned().collect(),
        "super" => {
            let up = target.iter().take_while(|part| *part == "super").count();
            let above = &folder[..folder.len().saturating_sub(up)];
            above.iter().chain(&target[up..]).cloned().collect()
        }
        first if module.modules.contains_key(first) => folder.iter().chain(target).cloned().collect(),
        _ => [vec!["(extern)".to_string()], target.to_vec()].concat(),
    }
}

fn flatten(tree: &UseTree, path: &mut Vec<String>, each: &mut impl FnMut(String, Vec<String>)) {
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            flatten(&inner.tree, path, each);
            path.pop();
        }
        UseTree::Name(name) if name.ident == "self" => each(path.last().unwrap().clone(), path.clone()),
        UseTree::Name(name) => {
            let whole = path.iter().cloned().chain([name.ident.to_string()]).collect();
            each(name.ident.to_string(), whole);
        }
        UseTree::Rename(name) => {
            let whole = path.iter().cloned().chain([name.ident.to_string()]).collect();
            each(name.rename.to_string(), whole);
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path, each)),
        UseTree::Glob(_) => {}
    }
}

fn fields(fields: &Fields) -> Vec<String> {
    let public = fields.iter().enumerate().filter(|(_, field)| is_public(&field.vis));
    let name = |at: usize, ident: &Option<syn::Ident>| ident.as_ref().map_or(at.to_string(), |name| name.to_string());
    public.map(|(at, field)| format!("{} {}", name(at, &field.ident), tokens(&field.ty))).collect()
}

fn tokens(what: &impl ToTokens) -> String {
    what.to_token_stream().to_string()
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Tests, and what only our own see.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = tokens(attribute);
        let is_test = text.starts_with("# [cfg") && text.contains("test");
        is_test || text == "# [cfg (feature = \"internals\")]"
    })
}

fn is_open(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"))
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

fn visibility(item: &Item) -> Option<&Visibility> {
    match item {
        Item::Struct(item) => Some(&item.vis),
        Item::Enum(item) => Some(&item.vis),
        Item::Trait(item) => Some(&item.vis),
        Item::Fn(item) => Some(&item.vis),
        Item::Const(item) => Some(&item.vis),
        Item::Static(item) => Some(&item.vis),
        Item::Type(item) => Some(&item.vis),
        _ => None,
    }
}

fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Struct(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Const(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}
