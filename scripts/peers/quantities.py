#!/usr/bin/env python3
"""Compares the speed of the quantity reader with quantulum3 on one text, in one run.

    scripts/peers/quantities.py FILE [--lines N]

Installs quantulum3 into a throw-away environment, runs `cargo bench --bench quantities` on FILE,
then quantulum3 (its parser without the classifier, which is its fastest setting) on the first N
lines of it, and prints both and the ratio. Needs the network for the installation.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

PEER = """
import sys, time
from quantulum3 import parser
lines = sys.stdin.read().splitlines()
parser.parse("warm up 3 km")
start = time.time()
found = 0
for line in lines:
    try:
        found += len(parser.parse(line))
    except Exception:
        pass
took = time.time() - start
size = sum(len(line.encode()) + 1 for line in lines)
print(f"{size / 1e6 / took:.6f} {found}")
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file")
    arguments.add_argument("--lines", type=int, default=200, help="lines given to the peer")
    arguments = arguments.parse_args()
    path = os.path.abspath(arguments.file)
    bench = subprocess.run(["cargo", "bench", "--bench", "quantities"], capture_output=True, text=True,
                           env={**os.environ, "ATODDS_BENCH_TEXT": path}, check=True).stdout
    ours = float(re.search(r"mixed text: ([0-9.]+) MB/s", bench).group(1))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = os.path.join(folder, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "quantulum3", "setuptools"], check=True)
        with open(path, encoding="utf-8") as text:
            lines = "".join(line for line, _ in zip(text, range(arguments.lines)))
        peer = subprocess.run([python, "-c", PEER], input=lines, capture_output=True, text=True, check=True).stdout
    theirs = float(peer.split()[-2])
    print(f"atodds     {ours:10.3f} MB/s")
    print(f"quantulum3 {theirs:10.6f} MB/s")
    print(f"ratio      {ours / theirs:10.0f}")


if __name__ == "__main__":
    main()
