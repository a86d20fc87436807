"""Vectors that report/tests/scipy.rs compares the statistics of the report with.

Made with Python 3.11.7, numpy 2.4.6 and scipy 1.17.1, run by hand:

    python3 report/tests/scipy_vectors.py > report/tests/scipy_vectors.json

Nothing here is a translation of the Rust code: ranks come from scipy.stats.binom, intervals from
scipy.stats.quantile_test, scales from scipy.stats.median_abs_deviation, tails from
scipy.stats.laplace, lines from numpy.polyfit and scipy.optimize.curve_fit, crossings from
scipy.optimize.brentq, extremes over a box from all of its corners.
"""

import itertools
import json
import sys

import numpy as np
import scipy
from scipy import optimize, stats

LEVEL = 0.95
ALIKE = 0.10
rng = np.random.default_rng(20240229)


def draws(n, centre, sigma):
    """Skewed times, cut to what JSON shows, so that both sides see the same numbers."""
    return [float(f"{x:.5g}") for x in centre * (1 + sigma * rng.exponential(size=n))]


def joint(count):
    return 1 - (1 - LEVEL) / max(count, 1)


def rank(n, level):
    """Largest r with 2 P(B <= r - 1) <= 1 - level; 0 if there is none."""
    fits = [r for r in range(1, (n + 1) // 2 + 1) if 2 * stats.binom.cdf(r - 1, n, 0.5) <= 1 - level]
    return max(fits, default=0)


def median(x, level):
    """[value, low, high], the ends None where the values are too few."""
    x = np.sort(np.asarray(x, dtype=float))
    test = stats.quantile_test(x, q=0, p=0.5).confidence_interval(confidence_level=level)
    r = rank(len(x), level)
    ends = [float(x[r - 1]), float(x[len(x) - r])] if r else [None, None]
    # scipy's own interval by order statistics is the same one, except where the binomial meets the
    # level exactly, as for two values at 0.5; no such level is asked for.
    mine = [np.nan if e is None else e for e in ends]
    assert np.array_equal(mine, [test.low, test.high], equal_nan=True), (len(x), level, ends, test)
    return [float(np.median(x)), *ends]


def image(f, boxes):
    """[value, low, high] of a function that is monotone in each argument, from all corners."""
    value = f(*[b[0] for b in boxes])
    if any(b[1] is None for b in boxes):
        return [value, None, None]
    corners = [f(*c) for c in itertools.product(*[b[1:] for b in boxes])]
    return [value, min(corners), max(corners)]


def floats(x):
    return [float(v) for v in x]


SHARES = [0.0, 0.05, 0.3, 0.5, 0.95, 1.0]
samples = [draws(n, c, s) for n, c, s in
           [(1, 5, .1), (2, 80, .1), (5, 3e5, .2), (6, 40, .05), (9, 1e3, .3), (10, 77, .02), (29, 512, .04), (30, 12, .1), (64, 2e4, .5)]]
out = {"made_with": f"numpy {np.__version__}, scipy {scipy.__version__}"}

out["samples"] = [
    {
        "values": x,
        "quantiles": [[q, float(np.quantile(x, q))] for q in SHARES],
        "medians": [[level, *median(x, level)] for level in [0.6, 0.9, 0.95, 0.975, 0.999]],
    }
    for x in samples
]

out["ranks"] = [
    [n, level, rank(n, level), None if rank(n, level) == 0 else float(1 - 2 * stats.binom.cdf(rank(n, level) - 1, n, 0.5))]
    for n in [1, 2, 5, 6, 7, 8, 9, 10, 20, 29, 30, 50, 100, 1000, 5000]
    for level in [0.6, 0.9, 0.95, 0.975, 0.9875, 0.999, 0.9999]
]

pairs = [(samples[i], samples[j]) for i, j in [(4, 5), (6, 7), (8, 6), (3, 7), (1, 6)]]
out["pairs"] = [
    {
        "a": a,
        "b": b,
        "ratio": image(lambda p, q: p / q, [median(a, joint(2)), median(b, joint(2))]),
        "difference": image(lambda p, q: p - q, [median(a, joint(2)), median(b, joint(2))]),
        "paired": [[level, *median(np.array(a)[: min(len(a), len(b))] / np.array(b)[: min(len(a), len(b))], level)]
                   for level in [0.95, 0.99]],
    }
    for a, b in pairs
]

out["shares"] = []
for slow, better, floor in [(900, 500, 300), (900, 200, 300), (900, 1100, 300)]:
    sets = [draws(20, centre, .05) for centre in (slow, better, floor)]
    out["shares"].append({
        "sets": sets,
        "share": image(lambda s, b, f: (s - b) / (s - f), [median(x, joint(3)) for x in sets]),
    })

nanos, anchors = draws(8, 1000, .2), draws(8, 500, .2)
out["drift"] = {
    "nanos": nanos,
    "anchor": anchors,
    "typical": float(np.median(anchors)),
    "found": floats(np.array(nanos) * np.median(anchors) / np.array(anchors)),
}

out["means"] = [[x, float(stats.gmean(x))] for x in samples]

out["lines"] = []
for fixed, slope, noise in [(30, .5, .02), (5, .04, .2), (400, 2, 0)]:
    x = [36.0, 276.0, 4116.0, 16404.0, 65556.0, 1048596.0]
    y = [float(f"{(fixed + slope * v) * (1 + noise * rng.normal()):.7g}") for v in x]
    X, Y = np.array(x), np.array(y)
    b, a = np.polyfit(X, Y, 1, w=1 / Y)
    fit, _ = optimize.curve_fit(lambda v, p, q: p + q * v, X, Y, p0=[a, b], sigma=Y)
    assert np.allclose(fit, [a, b], rtol=1e-6), (fit, a, b)
    left = np.abs(a + b * X - Y) / Y
    out["lines"].append({"points": list(zip(x, y)), "fixed": float(a), "slope": float(b),
                         "median": float(np.median(left)), "largest": float(left.max())})
# Where all y are alike the weights are alike, and scipy's unweighted line is the same one.
x, y = np.arange(1.0, 9.0), 1e6 + rng.normal(size=8).round(3)
plain = stats.linregress(x, y)
out["nearly_unweighted"] = {"points": list(zip(floats(x), floats(y))), "fixed": float(plain.intercept), "slope": float(plain.slope)}

out["crossings"] = []
for ys in [[1.2, 1.8, 6.0], [0.4, 1.9, 1.7, 3.0], [1.1, 1.4, 1.6]]:
    xs = [16.0 ** (i + 1) for i in range(len(ys))]
    curve = lambda u: np.exp(np.interp(u, np.log(xs), np.log(ys)))
    for t in [1.5, 1.75, 2.5]:
        first = next((i for i, v in enumerate(ys) if v >= t), None)
        at = None if not first else float(np.exp(optimize.brentq(lambda u: curve(u) - t, np.log(xs[first - 1]), np.log(xs[first]), xtol=1e-14)))
        out["crossings"].append({"points": list(zip(xs, ys)), "threshold": t, "at": at, "nowhere": first is None})


def shift(ratios):
    logs = np.log(ratios)
    centre = median(logs, LEVEL)
    value = float(np.median(logs))
    off = np.abs(logs - value)
    assert np.isclose(np.median(off), stats.median_abs_deviation(logs))
    return {
        "ratios": floats(ratios),
        "ratio": [None if c is None else float(np.exp(c)) for c in centre],
        "low": float(np.exp(np.quantile(logs, .05))),
        "high": float(np.exp(np.quantile(logs, .95))),
        "spread": median(off, LEVEL)[2],
    }


def reach(spread, chance):
    """Laplace's two-sided tail, its scale set by the median deviation."""
    return float(stats.laplace.isf(chance / 2, scale=spread / np.log(2)))


out["shifts"] = []
for n in [4, 6, 25, 60]:
    found = shift([float(f"{r:.6g}") for r in 1.03 * np.exp(rng.laplace(scale=.02, size=n))])
    found["reaches"] = [] if found["spread"] is None else [[c, reach(found["spread"], c)] for c in [.5, .025, 1e-4, 1e-9]]
    out["shifts"].append(found)

cells = []
for i in range(24):
    a, b = draws(30, 100 * (i + 1), .01), draws(30, 100 * (i + 1) * 1.03 * np.exp(rng.laplace(scale=.004)), .01)
    if i in (3, 11):
        b = [float(f"{v * (1.6 if i == 3 else 0.6):.5g}") for v in b]
    if i == 7:
        a, b = draws(30, 500, 1.0), draws(30, 500, 1.0)
    cells.append((a, b))
all_ratios = [np.median(b) / np.median(a) for a, b in cells]
whole = shift(all_ratios)
out["compare"] = {"cells": [], "shift": whole["ratio"], "spread": whole["spread"]}
for a, b in cells:
    def interval(level, chance):
        v, low, high = np.log(image(lambda q, p: q / p, [median(b, level), median(a, level)]))
        w, d = reach(whole["spread"], chance), v - np.log(whole["ratio"][0])
        return floats(np.exp([d, d - np.sqrt((v - low) ** 2 + w ** 2), d + np.sqrt((high - v) ** 2 + w ** 2)]))
    joint_one = interval(joint(2 * len(cells)), .025 / len(cells))
    alone = interval(joint(2), .025)
    change = ("Slower" if joint_one[1] > 1 else "Faster" if joint_one[2] < 1
              else "Same" if alone[1] >= 1 / (1 + ALIKE) and alone[2] <= 1 + ALIKE else "Noisy")
    out["compare"]["cells"].append({"earlier": a, "later": b, "beyond_shift": joint_one, "change": change})
assert {c["change"] for c in out["compare"]["cells"]} == {"Slower", "Faster", "Same", "Noisy"}

table = []
for speed in [1.0, 1.03, 1.5, 1.52, 4.0]:
    table.append([])
    for case in [100, 3000, 25]:
        v = speed * case * np.exp(.05 * rng.normal())
        table[-1].append(floats([v, v * (1 - rng.uniform(.01, .04)), v * (1 + rng.uniform(.01, .04))]))
T = np.array(table)


def over_best(i, case):
    # The image by corners: every contestant of the case at either end.
    return image(lambda *t: t[i] / min(t), [list(T[k, case]) for k in range(len(T))])


G = stats.gmean(T, axis=1)
order = np.argsort(G[:, 0])
places, leader = [], None
for position, i in enumerate(order):
    if leader is None or G[i, 1] > G[leader, 2]:
        leader, leader_rank = i, position + 1
    score = stats.gmean(np.array([over_best(i, c) for c in range(T.shape[1])]), axis=0)
    places.append({"contestant": int(i), "score": floats(score), "rank": leader_rank,
                   "possible": [int(1 + (G[:, 2] < G[i, 1]).sum()), int(len(T) - (G[:, 1] > G[i, 2]).sum())]})
out["ranking"] = {"times": table, "places": places}

out["proportions"] = []
for hits, tries in [(0, 1), (1, 1), (0, 300), (3, 40), (38, 40), (40, 40), (500, 1000), (7, 3000)]:
    for level in [.95, .999]:
        found = stats.binomtest(hits, tries).proportion_ci(level, method="exact")
        out["proportions"].append([hits, tries, level, float(found.low), float(found.high)])

json.dump(out, sys.stdout, separators=(",", ":"))
print()
