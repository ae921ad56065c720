"""What is recorded: names, the commands behind each, and which of their outputs are kept.

A golden is a list of steps. A step is a line for the command and the outputs to keep: `json` (standard output), `text` (the same
as it is printed), `rows:FILE` (a table, its rows sorted), `file:FILE` (a text), `certificate:FILE` and `code` (how it ended).
Commands run in an empty folder in which `adult` is data/adult and `tables` is this folder.
"""

ADULT, CLASS = "adult/study.toml", "adult/class.toml"
CLINIC, SHOP = "tables/clinic.toml", "tables/shop.toml"

MODELS = [
    "k-anonymity", "weighted-k", "distinct-l-diversity", "entropy-l-diversity", "recursive-l-diversity",
    "frequency-l-diversity", "t-closeness", "t-closeness-ordered", "t-closeness-hierarchical", "alpha-k-anonymity",
    "beta-likeness", "enhanced-beta-likeness", "delta-disclosure",
]
LOSSES = [
    "general-loss", "discernibility", "classification-error", "average-class-size", "certainty-penalty", "usefulness",
    "protection", "precision", "entropy", "generalization-set-loss", "hierarchical-discernibility", "generalization-loss",
]
DIALECTS = ["spark", "postgresql", "duckdb", "trino", "snowflake", "bigquery"]

# With numbers of their own instead of a budget: what a search spends elsewhere must not decide what it finds here.
SMALL = "--population 40 --generations 8"

GOLDENS = {}
SLOW = {}


def golden(name, *steps, slow=False):
    """Steps are lines, kept as JSON, or pairs of a line and what is kept of it."""
    pairs = [step if isinstance(step, tuple) else (step, ["json"]) for step in steps]
    (SLOW if slow else GOLDENS)[name] = pairs


def front(name, study, flags="", slow=False):
    golden(name, f"front {study} {flags}", slow=slow)


# Fronts of the lattice on Adult: searches, rules, limits, objectives, questions.
front("adult-exact", ADULT)
front("adult-exhaustive", ADULT, "--search exhaustive")
front("adult-none-suppressed", ADULT, "--suppression 0%")
front("adult-tolerance", ADULT, "--rule tolerance --loss discernibility")
front("adult-poka", ADULT, "--search poka --depth 2")
front("adult-poka-class", CLASS, "--search poka")
front("adult-poka-l", ADULT, "--search poka --depth 1 --privacy entropy-l-diversity --loss discernibility")
front("adult-class", CLASS)
front("adult-t", ADULT, "--privacy t-closeness --loss entropy --suppression 0.5%")
front("adult-t-ten-percent", ADULT, "--privacy t-closeness --loss entropy --suppression 10%", slow=True)
front("adult-l", ADULT, "--privacy distinct-l-diversity --loss precision --suppression 5%")
front("adult-weighted-k", ADULT, "--problem weighted-k")
front("adult-overview", ADULT, "--problem overview", slow=True)
front("adult-two-models", ADULT, "--privacy k-anonymity,t-closeness")
front("adult-two-losses", CLASS, "--loss general-loss,classification-error --suppressed-rows --suppression 0.2%")
front("adult-k-10", ADULT, "--k 10")
front("adult-k-10-tolerance", ADULT, "--k 10 --rule tolerance")
front("adult-level", ADULT, "--privacy t-closeness --level 0.3")
front("adult-max-loss", ADULT, "--max-loss 0.3")
front("adult-small-memory", ADULT, "--memory 20MB --suppression 3%")
front("adult-floor", ADULT, "--floor age=2 --floor native-country=1 --weight age=3")
front("adult-from-a-table", "adult/adult.csv", "--quasi age,education,occupation,sex --suppression 1%")
front("adult-usefulness", ADULT, "--loss usefulness", slow=True)
front("adult-three-of-each", CLASS, "--privacy k-anonymity,entropy-l-diversity,t-closeness --loss general-loss,entropy",
      slow=True)
front("adult-exhaustive-beta", ADULT, "--search exhaustive --privacy beta-likeness --loss certainty-penalty --suppression 2%",
      slow=True)
front("adult-exhaustive-tolerance", ADULT, "--search exhaustive --rule tolerance --suppression 5%", slow=True)
front("adult-protection", ADULT, "--loss protection", slow=True)

# Every model and every metric on the awkward tables; exact search where it can, exhaustive search where it must.
for model in MODELS:
    front(f"clinic-{model}", CLINIC, f"--privacy {model} --c 2 --alpha 0.6")
    front(f"shop-{model}-tolerance", SHOP, f"--privacy {model} --rule tolerance --loss entropy")
# A floor on a number hides what these two look at.
FLOORS = {"usefulness": "--floor birth=0", "protection": "--floor birth=0"}
for loss in LOSSES:
    front(f"shop-{loss}", SHOP, f"--loss {loss}")
    front(f"clinic-{loss}-exhaustive", CLINIC, f"--loss {loss} --search exhaustive --suppression 2% {FLOORS.get(loss, '')}")
front("shop-exhaustive", SHOP, "--search exhaustive")
front("shop-poka", SHOP, "--search poka")
front("clinic-poka", CLINIC, "--search poka --depth 2 --privacy distinct-l-diversity")
front("clinic-overview", CLINIC, "--problem overview")
front("clinic-kept", CLINIC, "--missing keep")
front("shop-dropped", SHOP, "--missing drop")
front("shop-four-objectives", SHOP, "--privacy k-anonymity,t-closeness-ordered --loss general-loss,classification-error")
front("clinic-five-objectives", CLINIC,
      "--privacy k-anonymity,entropy-l-diversity --loss general-loss,discernibility --suppressed-rows --rule tolerance")
front("shop-k-5", SHOP, "--k 5")
front("clinic-max-loss", CLINIC, "--max-loss 0.5 --privacy entropy-l-diversity")
golden("shop-unreachable", (f"front {SHOP} --k 1000", ["code"]), (f"release {SHOP} --k 1000 -o out.csv", ["code"]))

# Cuts: both evolutions at fixed seeds, and small spaces visited whole.
front("adult-cuts-evolve", ADULT, f"--space cuts --seed 3 {SMALL}")
front("adult-cuts-nsga2", ADULT, f"--space cuts --search nsga2 --seed 5 {SMALL}")
front("adult-cuts-nsga2-budget", CLASS, "--space cuts --search nsga2 --seed 1 --population 30 --budget 300")
front("adult-cuts-weighted-k", ADULT, f"--space cuts --problem weighted-k --seed 2 {SMALL}")
front("adult-cuts-granularity", ADULT, f"--space cuts --seed 4 --granularity age=5 --unconstrained workclass {SMALL}")
front("adult-cuts-joined", ADULT, f"--space cuts --search nsga2 --seed 4 --memory 1MB {SMALL}")
front("clinic-cuts-evolve", CLINIC, f"--space cuts --seed 7 {SMALL}")
front("clinic-cuts-nsga2", CLINIC, f"--space cuts --search nsga2 --seed 8 --privacy t-closeness --crossover 0.7 {SMALL}")
front("shop-cuts-evolve", SHOP, f"--space cuts --seed 9 {SMALL}")
front("shop-cuts-nsga2", SHOP, f"--space cuts --search nsga2 --seed 10 --mutation 0.2 {SMALL}")
front("shop-cuts-three", SHOP, f"--space cuts --seed 11 --privacy k-anonymity,t-closeness --rule tolerance {SMALL}")
front("shop-cuts-overview", SHOP, f"--space cuts --seed 12 --problem overview {SMALL}")
front("shop-cuts-k", SHOP, f"--space cuts --seed 9 --k 8 {SMALL}")
golden("clinic-cuts-whole", "front tables/clinic.csv --delimiter ; --quasi sex,height --space cuts --search exhaustive")
golden("shop-cuts-resumed",
       (f"front {SHOP} --space cuts --search nsga2 --seed 6 --population 20 --generations 5 --checkpoint at.json", ["json"]),
       (f"front {SHOP} --space cuts --search nsga2 --seed 6 --population 20 --generations 9 --checkpoint at.json --resume",
        ["json"]))

# Certificates, written and checked.
for name, study, flags in [
    ("adult", ADULT, ""), ("adult-k", ADULT, "--k 20 --rule tolerance"), ("clinic", CLINIC, "--privacy t-closeness"),
    ("shop", SHOP, "--suppression 3%"), ("shop-three", SHOP, "--loss general-loss,discernibility"),
    ("shop-max-loss", SHOP, "--max-loss 0.4"),
]:
    golden(f"certificate-{name}",
           (f"front {study} {flags} --certificate proof.json", ["certificate:proof.json"]),
           f"certify {study} {flags.replace('--k 20', '').replace('--max-loss 0.4', '')} proof.json",
           slow=name == "adult")

# Releases with their records, and what verify says of them.
golden("release-adult",
       (f"release {ADULT} --k 10 -o out.csv", ["json", "rows:out.csv"]),
       "verify out.csv --quasi age,workclass,education,marital-status,race,sex,native-country,salary-class "
       "--sensitive occupation")
golden("release-adult-star", (f"release {ADULT} --max-loss 0.4 --suppressed star -o out.csv", ["json", "rows:out.csv"]))
golden("release-adult-levels",
       (f"release {ADULT} --levels age=3,workclass=2,education=3,marital-status=2,race=1,sex=0,native-country=4,salary-class=1 "
        "--k 5 --suppression 5% -o out.csv", ["json", "rows:out.csv"]))
golden("release-adult-cuts",
       (f"release {ADULT} --space cuts --search nsga2 --mutation-per bit --seed 5 {SMALL} --k 25 -o out.csv", ["json", "rows:out.csv"]))
golden("release-clinic",
       (f"release {CLINIC} --knee -o out.csv", ["json", "rows:out.csv"]),
       "verify out.csv --quasi birth,zip,sex,height,ward --sensitive diagnosis,stay --c 2")
golden("release-clinic-order", (f"release {CLINIC} --k 4 --keep-order --suppressed star -o out.csv", ["json", "file:out.csv"]))
golden("release-clinic-cuts",
       (f"release {CLINIC} --space cuts --seed 7 {SMALL} --k 6 -o out.csv", ["json", "rows:out.csv"]))
golden("release-shop",
       (f"release {SHOP} --point 5 -o out.csv",
        ["json", "rows:out.csv", "file:out.csv.hierarchies/01-city.csv", "file:out.csv.hierarchies/02-job.csv",
         "file:out.csv.hierarchies/06-income.csv"]),
       "verify out.csv --quasi city,job,left,right,age,income --sensitive score --population out.csv")
golden("release-shop-cuts",
       (f"release {SHOP} --space cuts --seed 9 {SMALL} --k 8 -o out.csv", ["json", "rows:out.csv"]),
       (f"release {SHOP} --space cuts --seed 9 {SMALL} --k 8 -o out.parquet", ["json"]),
       "verify out.parquet --quasi city,job,left,right,age,income --sensitive score")
golden("release-shop-models",
       (f"release {SHOP} --privacy k-anonymity,t-closeness-ordered --rule tolerance --k 6 -o out.csv", ["json", "rows:out.csv"]))

# What a table guarantees as it stands.
golden("verify-adult", "verify adult/adult.csv --quasi age,sex,race --sensitive occupation,salary-class",
       ("verify adult/adult.csv --quasi age,sex --require k-anonymity=2", ["json", "code"]))
golden("verify-small", "verify tables/shop.csv --quasi city,left --sensitive score --alpha 0.7",
       ("verify tables/clinic.csv --quasi zip,sex", ["text"]))

# Sets from trees.
golden("tree-adult", "tree adult/adult.csv --column age --k 50 --tree huffman",
       "tree adult/adult.csv --column education=100 --column sex=5 --k 9 --tree bst --walk post --key frequency")
golden("tree-all", "tree adult/adult.csv --column hours-per-week --k 10 --all")
golden("tree-small", "tree tables/shop.csv --column city --k 6 --all", "tree tables/shop.csv --column income --k 7 --tree optimal",
       ("tree tables/clinic.csv --column height --column zip=20 --k 10 --apply -o out.csv", ["json", "file:out.csv"]),
       ("tree tables/shop.csv --column job --k 5 --missing keep --walk pre", ["text"]))

# Statements.
for dialect in DIALECTS:
    golden(f"sql-{dialect}",
           (f"sql {SHOP} --dialect {dialect}", ["text"]),
           (f"sql {SHOP} --dialect {dialect} --release --k 6", ["text"]),
           (f"sql {CLINIC} --dialect {dialect}", ["text"]),
           (f"sql {SHOP} --dialect {dialect} --release --k 8 --space cuts --seed 9 {SMALL} --suppressed star", ["text"]))

# Hierarchies.
golden("hierarchy-adult",
       *[(f"hierarchy show {ADULT} --column {column}", ["text"]) for column in ["age", "native-country"]],
       ("hierarchy build adult/adult.csv --column occupation --hierarchy auto", ["text"]))
golden("hierarchy-clinic", *[(f"hierarchy build {CLINIC} --column {column}", ["text"]) for column in
                             ["birth", "zip", "sex", "height", "ward"]])
golden("hierarchy-shop", *[f"hierarchy check {SHOP} --column {column}" for column in ["city", "job", "age", "income"]],
       *[(f"hierarchy build {SHOP} --column income --hierarchy '{how}'", ["text"]) for how in
         ["auto", "{avl=20}", '{optimal=15,key="value"}', "{interval=[500,1000]}", '{bst=9,walk="post"}']])

# Comparisons, first looks, tables made up, what people read, and a chart.
golden("compare-adult", f"compare {ADULT} --with exact,nsga2,poka --seed 3 {SMALL}")
golden("compare-shop", (f"front {SHOP} --front before.json --suppression 2%", []),
       (f"compare {SHOP} before.json --seed 3 {SMALL} -o compared.svg", ["json", "file:compared.svg"]))
golden("inspect", *[(f"inspect {table} -o out.toml --force", ["json", "file:out.toml"]) for table in
                    ["adult/adult_raw.csv", "tables/clinic.csv", "tables/shop.csv"]])
golden("generate", (f"generate --like {CLINIC} --rows 200 --seed 4 -o out.csv", ["file:out.csv", "file:out.toml"]))
golden("front-text", (f"front {ADULT} --chart chart.svg --report report.html --front front.json", ["text", "file:chart.svg"]),
       (f"front {SHOP} --space cuts --seed 9 {SMALL} --force --front front.json --report report.html", ["text"]))
golden("reproduce", "reproduce tree-table-4 --runs 3 --sample 200 --seed 2")
