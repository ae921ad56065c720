"""How much of a front's hypervolume is how many points it keeps: `evolve` keeps every point that nothing beats, NSGA-II ends with
a population of 200. So what are 200 of evolve's points worth? Written by itself, it recomputes celosia's hypervolume too.

See README.md.
"""

import heapq
import json
import math
import statistics
import subprocess

POPULATION = 200
# Rows of Adult, the largest k.
ROWS = 30_162


def placed(points):
    """k, or weighted-k, and loss on scales from 0, the worst, to 1, the best, as `celosia compare` has them."""
    values = [list(point["values"].values()) for point in points]
    return sorted((math.log(max(1.0, k)) / math.log(ROWS), 1.0 - loss) for k, loss in values)


def volume(points):
    """The share of the unit square that is dominated."""
    area = highest = 0.0
    for x, y in sorted(points, reverse=True):
        if y > highest:
            area, highest = area + x * (y - highest), y
    return area


def crowded(points, most=POPULATION):
    """Those with the largest crowding distances, as NSGA-II truncates a front that is too large."""
    distance = [0.0] * len(points)
    for axis in (0, 1):
        order = sorted(range(len(points)), key=lambda at: points[at][axis])
        span = points[order[-1]][axis] - points[order[0]][axis] or 1.0
        distance[order[0]] = distance[order[-1]] = math.inf
        for before, at, after in zip(order, order[1:], order[2:]):
            distance[at] += (points[after][axis] - points[before][axis]) / span
    chosen = sorted(range(len(points)), key=lambda at: -distance[at])[:most]
    return [points[at] for at in chosen]


def thinned(points, most=POPULATION):
    """What is left when the point that dominates least by itself goes, one after the other."""
    # From the highest k down losses improve: neighbours on the staircase are neighbours in this order.
    points = sorted(points)
    before, after = list(range(-1, len(points) - 1)), list(range(1, len(points) + 1))

    def alone(at):
        x, y = points[at]
        left = points[before[at]][0] if before[at] >= 0 else 0.0
        below = points[after[at]][1] if after[at] < len(points) else 0.0
        return max(0.0, x - left) * max(0.0, y - below)

    worth = [alone(at) for at in range(len(points))]
    heap = [(worth[at], at) for at in range(len(points))]
    heapq.heapify(heap)
    living = set(range(len(points)))
    while len(living) > most:
        value, at = heapq.heappop(heap)
        if at not in living or value != worth[at]:
            continue
        living.remove(at)
        left, right = before[at], after[at]
        if left >= 0:
            after[left] = right
        if right < len(points):
            before[right] = left
        for near in (left, right):
            if near in living:
                worth[near] = alone(near)
                heapq.heappush(heap, (worth[near], near))
    return [points[at] for at in sorted(living)]


def table(binary, study, problem, flags, seeds, threads):
    """Prints what evolve's fronts are worth whole, and 200 points of each."""
    columns = {"whole": [], "200 by crowding": [], "200 thinned": []}
    for seed in range(seeds):
        command = [binary, "front", study, *flags, "--space", "cuts", "--search", "evolve", "--seed", str(seed)]
        command += ["--json", "--quiet", "--threads", str(threads)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"celosia failed: {done.stderr}")
        points = placed(json.loads(done.stdout)["points"])
        for name, choice in zip(columns, [points, crowded(points), thinned(points)]):
            columns[name].append(volume(choice))
    print(problem)
    print(f"{'':24}{'mean':>8}{'least':>9}{'most':>9}")
    for name, volumes in columns.items():
        print(f"evolve  {name:16}{statistics.mean(volumes):8.4f}{min(volumes):9.4f}{max(volumes):9.4f}", flush=True)
    print()
