#!/usr/bin/env python3
"""Measures the program beside its peers, all in one run, on a generated corpus.

    scripts/peers/index.py [--bin target/release/atodds] [--megabytes 50] [--files 10000] [--dir target/peers] [-o benches/RESULTS.md]

The corpus is Markdown in Chinese and English, made from templates with a fixed seed. Peers:
SQLite FTS5 (from Python, unicode61 and trigram) and ripgrep where it is installed. Needs the standard
library only. Times hang on the machine; the ratios are what counts.
"""
import argparse, datetime, os, platform, random, resource, shutil, sqlite3, statistics, subprocess, sys, time

DEVICES = ["A100", "V100", "H100 SXM", "H100 PCIe", "H200", "L40S", "T4", "MI300X", "MI250X", "TPU v3", "TPU v4", "TPU v5e",
           "TPU v5p", "昇腾 910B", "Gaudi2", "RTX 4090", "B200"]
ENGLISH = [
    "The {d} draws {w} W under full load.", "On demand the {d} costs ${p} per hour.", "{d} memory bandwidth is {b} TB/s.",
    "We trained the small model on one {d} in {m} minutes.", "Nobody in our team had asked for a {d} before last spring.",
    "The room was cold, the fans were loud, and the rack held more cables than cards.",
    "Reading the bill took longer than running the job.", "The vendor promised a date and then another one.",
]
CHINESE = [
    "{d} 的功耗为 {w} 瓦。", "{d} 的按需价为每小时 {p} 美元。", "{d} 的显存带宽为 {b} TB/s。", "用一块 {d} 训练小模型花了 {m} 分钟。",
    "去年春天以前，我们组里没有人用过 {d}。", "机房很冷，风扇很响，机柜里的线比卡还多。", "看账单花的时间比跑任务还长。",
    "供货日期一改再改，最后谁也不再问了。", "這一段用繁體字寫成，檢索時應當與簡體一樣找得到。",
]
QUERIES = ["V100 price", "显存带宽 A100", "MI300X 功耗", "TPU v5e per hour", "昇腾 910B", "账单", "metric:power value:>=700W",
           "A100 OR H100", "\"under full load\"", "繁体字"]


def generate(folder, megabytes, files):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    chance = random.Random(20240229)
    size = megabytes * 1_000_000 // files
    for number in range(files):
        if number % 500 == 0:
            os.makedirs(os.path.join(folder, f"part-{number // 500:03}"))
        sentences = ENGLISH if number % 2 else CHINESE
        title = f"Note {number}" if number % 2 else f"第 {number} 篇笔记"
        text = [f"---\ntitle: {title}\npublisher: desk {number % 97}\ndate: {2020 + number % 6}-0{1 + number % 9}\n---\n\n# {title}\n"]
        length = 0
        while length < size:
            line = " ".join(chance.choice(sentences) for _ in range(chance.randint(2, 6))).format(
                d=chance.choice(DEVICES), w=chance.randint(60, 1000), p=chance.randint(30, 1200) / 100,
                b=chance.randint(30, 800) / 100, m=chance.randint(5, 900))
            text.append(line + "\n")
            length += len(line.encode("utf-8")) + 1
        with open(os.path.join(folder, f"part-{number // 500:03}", f"note-{number:05}.md"), "w", encoding="utf-8") as file:
            file.write("\n".join(text))


def run(*command, times=1, ok=(0, 1)):
    """Wall seconds of each run and the peak memory of the largest, in MB."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        spent.append(time.perf_counter() - start)
        if done.returncode not in ok:
            sys.exit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.decode()[:400]}")
    return spent, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def size(path):
    if os.path.isfile(path):
        return os.path.getsize(path) / 1e6
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(path) for name in names) / 1e6


def sqlite(folder, path, tokenizer):
    if os.path.exists(path):
        os.remove(path)
    start = time.perf_counter()
    base = sqlite3.connect(path)
    base.execute(f"create virtual table text using fts5(path unindexed, body, tokenize='{tokenizer}')")
    for at, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(at, name), encoding="utf-8") as file:
                base.execute("insert into text values (?, ?)", (name, file.read()))
    base.commit()
    built = time.perf_counter() - start
    spent = []
    for _ in range(20):
        for words in ("V100 price", "显存带宽", "账单花的时间", "MI300X", "under full load"):
            start = time.perf_counter()
            fresh = sqlite3.connect(path)
            fresh.execute("select path from text where text match ? order by rank limit 20", ('"' + words + '"',)).fetchall()
            fresh.close()
            spent.append(time.perf_counter() - start)
    return built, spent


def quantile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="target/release/atodds")
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--dir", default="target/peers")
    parser.add_argument("-o", "--output")
    args = parser.parse_args()
    corpus, index = os.path.join(args.dir, "corpus"), os.path.join(args.dir, "index")
    generate(corpus, args.megabytes, args.files)
    shutil.rmtree(index, ignore_errors=True)
    rows = []
    spent, memory = run(args.bin, "index", "--corpus", corpus, "--index", index)
    rows.append(("atodds index", f"{spent[0]:.2f} s, {memory:.0f} MB peak, {size(index):.0f} MB on disk"))
    ours = spent[0]
    spent, _ = run(args.bin, "index", "--index", index, times=5)
    rows.append(("atodds index, nothing changed", f"{statistics.median(spent):.3f} s"))
    spent = [t for query in QUERIES for t in run(args.bin, "search", query, "--index", index, "--no-refresh", times=10)[0]]
    warm = statistics.median(spent)
    rows.append(("atodds search, whole process, no refresh", f"p50 {warm * 1e3:.1f} ms, p95 {quantile(spent, .95) * 1e3:.1f} ms"))
    spent, _ = run(args.bin, "conflicts", "--index", index, "--no-refresh", ok=(0,))
    rows.append(("atodds conflicts", f"{spent[0]:.2f} s"))
    for tokenizer in ("unicode61", "trigram"):
        built, spent = sqlite(corpus, os.path.join(args.dir, f"{tokenizer}.db"), tokenizer)
        rows.append((f"SQLite FTS5 {tokenizer}: build (full text alone)", f"{built:.2f} s, {size(os.path.join(args.dir, tokenizer + '.db')):.0f} MB"))
        rows.append((f"SQLite FTS5 {tokenizer}: query in process", f"p50 {statistics.median(spent) * 1e3:.1f} ms; atodds whole process {warm / statistics.median(spent):.2f} ×"))
        rows.append((f"atodds index against it", f"{ours / built:.2f} ×"))
    if shutil.which("rg"):
        spent, _ = run("rg", "-c", "账单", corpus, times=10)
        rows.append(("ripgrep, one word", f"p50 {statistics.median(spent) * 1e3:.1f} ms"))
    head = f"## {datetime.date.today()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}\n\n" \
           f"`scripts/peers/index.py --megabytes {args.megabytes} --files {args.files}`: {size(corpus):.0f} MB\n"
    text = head + "\n| what | measured |\n|---|---|\n" + "".join(f"| {what} | {value} |\n" for what, value in rows)
    print(text)
    if args.output:
        with open(args.output, "a", encoding="utf-8") as file:
            file.write("\n" + text)


if __name__ == "__main__":
    main()
