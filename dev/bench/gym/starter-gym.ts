import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/build-app.ts";
import {
  findObstacle,
  type OpenAsker,
  openStarter,
  readStarterPlace,
  type StarterPlace,
} from "../starter/open-starter.ts";
import { STARTER_WAYS, type StarterWay, toStarterWay } from "../starter/starter-ways.ts";
import { GYM_KINDS, type GymKind } from "./gym-case.ts";
import { GYM_HALVES, type GymHalf, readGymSet } from "./gym-set.ts";
import { type GymSums, measureCases, toFailureLine } from "./measure-cases.ts";

/** What was reached on the cases of one kind and half, asked in one way. Of the sealed half nothing more is kept. */
interface GymPart extends GymSums {
  readonly way: StarterWay;
  readonly half: GymHalf;
  readonly kind: GymKind;
  readonly engine: OpenAsker["engine"];
}

interface Progress {
  /** Parts of different code would not be one measurement. */
  readonly stamp: string;
  readonly parts: readonly GymPart[];
}

/** Whatever decides what a case is, how it is asked and how it is judged. */
const MEASURED = [
  "worker/agent",
  "worker/formats",
  "worker/tools",
  "worker/evals",
  "dev/bench/gym",
  "dev/bench/starter",
];
const FEW = 2;

interface GymPlan {
  readonly ways: readonly StarterWay[];
  readonly halves: readonly GymHalf[];
  readonly kinds: readonly GymKind[];
  readonly perKind: number;
  readonly place: StarterPlace;
  readonly isShown: boolean;
}

/**
 * Measures the starter asked plainly, guided and fine-tuned. Options: `--all` for every case, else two of each kind of
 * the open half; `--way=<way>`, `--half=open|sealed`, `--kind=<kind>` (each may be given more than once); `--show`
 * prints the open cases that failed; `--chromium` for wllama in Chromium instead of llama.cpp's binding; `--file=<gguf>`, a starter
 * with the adapter merged, for `tuned`; `--json`.
 *
 * `--all` goes through the kinds one after the other, each in all ways, keeps what is done below `.cache/gym/` and goes
 * on there when called again; `--minutes=<n>` begins nothing further after so long, `--fresh` forgets what was kept.
 */
export async function measureStarter(options: readonly string[]): Promise<void> {
  const isWhole = options.includes("--all");
  const plan = readPlan(options, isWhole);
  const path = join(ROOT, ".cache/gym", plan.place.inBrowser ? "starter-wllama.json" : "starter.json");
  const kept = isWhole && !options.includes("--fresh") ? readProgress(path) : [];
  const minutes = Number(options.find((option) => option.startsWith("--minutes="))?.slice(10) ?? "600");
  const parts = await measureParts(plan, kept, Date.now() + minutes * 60_000, (reached) => {
    if (isWhole) keepProgress(path, reached);
  });
  const shown = parts.filter((part) => isWanted(plan, part));
  console.log(options.includes("--json") ? JSON.stringify({ bench: "gym", parts: shown }, null, 2) : toTable(shown));
}

function readPlan(options: readonly string[], isWhole: boolean): GymPlan {
  const read = (name: string): readonly string[] =>
    options.flatMap((option) => (option.startsWith(`--${name}=`) ? [option.slice(name.length + 3)] : []));
  const choose = <Value extends string>(all: readonly Value[], asked: readonly string[]): readonly Value[] =>
    asked.length === 0 ? all : all.filter((each) => asked.includes(each));
  const place = readStarterPlace(options);
  const asked = read("way").map(toStarterWay);
  const ways = choose(STARTER_WAYS, asked).filter((way) => {
    const obstacle = findObstacle(way, place);
    if (obstacle !== null) console.error(`${way}: ${obstacle}`);
    return obstacle === null;
  });
  return {
    ways,
    halves: choose(isWhole ? GYM_HALVES : ["open"], read("half")),
    kinds: choose(GYM_KINDS, read("kind")),
    perKind: isWhole ? Number.POSITIVE_INFINITY : FEW,
    place,
    isShown: options.includes("--show"),
  };
}

function isWanted({ ways, halves, kinds }: GymPlan, { way, half, kind }: Pick<GymPart, "way" | "half" | "kind">) {
  return ways.includes(way) && halves.includes(half) && kinds.includes(kind);
}

async function measureParts(
  plan: GymPlan,
  kept: readonly GymPart[],
  until: number,
  keep: (parts: readonly GymPart[]) => void,
): Promise<readonly GymPart[]> {
  const parts = [...kept];
  const starters = new Map<StarterWay, OpenAsker>();
  try {
    for (const { kind, half, way } of listParts(plan)) {
      if (parts.some((part) => part.kind === kind && part.half === half && part.way === way)) continue;
      if (Date.now() > until) {
        console.error("Time is up; the same command goes on with the next kind.");
        break;
      }
      const starter = starters.get(way) ?? (await openStarter(way, plan.place));
      starters.set(way, starter);
      const part = await measurePart({ kind, half, way }, starter, plan);
      parts.push(part);
      keep(parts);
      console.error(`${kind}, ${half}, ${way}: ${part.passed} of ${part.tried}`);
    }
  } finally {
    for (const starter of starters.values()) await starter.close();
  }
  return parts;
}

function listParts({ kinds, halves, ways }: GymPlan): readonly Pick<GymPart, "kind" | "half" | "way">[] {
  return kinds.flatMap((kind) => halves.flatMap((half) => ways.map((way) => ({ kind, half, way }))));
}

async function measurePart(
  { kind, half, way }: Pick<GymPart, "kind" | "half" | "way">,
  starter: OpenAsker,
  { perKind, isShown }: GymPlan,
): Promise<GymPart> {
  const { tools, cases } = readGymSet(half);
  const tasks = cases.filter((each) => each.kind === kind).slice(0, perKind);
  const sums = await measureCases(starter, tasks, tools, (task, went) => {
    if (isShown && half === "open") console.error(toFailureLine(task, went, ` (${way})`));
  });
  return { way, half, kind, ...sums, engine: starter.engine };
}

function readProgress(path: string): readonly GymPart[] {
  if (!existsSync(path)) return [];
  const { stamp, parts }: Progress = JSON.parse(readFileSync(path, "utf8"));
  if (stamp !== toStamp()) throw new Error(`${path} holds parts measured with other code: --fresh starts anew.`);
  return parts;
}

function keepProgress(path: string, parts: readonly GymPart[]): void {
  mkdirSync(join(ROOT, ".cache/gym"), { recursive: true });
  writeFileSync(path, JSON.stringify({ stamp: toStamp(), parts } satisfies Progress, null, 2));
}

function toStamp(): string {
  const hash = createHash("sha256");
  for (const folder of MEASURED) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
    const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.filter((each) => !each.includes(".test.")).toSorted()) hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** One line a kind, one column a half and way; below it totals, commands obeyed, seconds and tokens a question. */
function toTable(parts: readonly GymPart[]): string {
  const columns = GYM_HALVES.flatMap((half) =>
    STARTER_WAYS.map((way) => ({ half, way, all: parts.filter((part) => part.half === half && part.way === way) })),
  ).filter(({ all }) => all.length > 0);
  const total = (all: readonly GymPart[], pick: (part: GymPart) => number): number =>
    all.reduce((sum, part) => sum + pick(part), 0);
  const row = (name: string, cell: (all: readonly GymPart[]) => string): string =>
    [name.padEnd(24), ...columns.map(({ all }) => cell(all).padStart(15))].join("");
  const share = (all: readonly GymPart[]): string =>
    all.length === 0 ? "-" : `${total(all, ({ passed }) => passed)} of ${total(all, ({ tried }) => tried)}`;
  const mean = (all: readonly GymPart[], pick: (part: GymPart) => number): number =>
    total(all, pick) /
    Math.max(
      1,
      total(all, ({ tried }) => tried),
    );
  return [
    ["".padEnd(24), ...columns.map(({ half, way }) => `${half} ${way}`.padStart(15))].join(""),
    ...GYM_KINDS.filter((kind) => parts.some((part) => part.kind === kind)).map((kind) =>
      row(kind, (all) => share(all.filter((part) => part.kind === kind))),
    ),
    row("all", share),
    row("commands obeyed", (all) => String(total(all, ({ obeyed }) => obeyed))),
    row("seconds a question", (all) => mean(all, ({ milliseconds }) => milliseconds / 1000).toFixed(2)),
    row("tokens read a question", (all) => mean(all, ({ tokensRead }) => tokensRead).toFixed(0)),
    `Measured with ${[...new Set(parts.map(({ engine }) => engine))].join(" and ")}.`,
  ].join("\n");
}
