import { GOALS } from "../attack-goals.ts";
import { type Mutant, openArena } from "./arena.ts";
import { GENES, type Genome, toKey } from "./genome.ts";
import { type PlayResult, play } from "./play.ts";
import { createChoices, type Random } from "./random.ts";

export interface SearchOptions {
  readonly plays: number;
  readonly seed: number;
  readonly mutant?: Mutant;
  /** Ends the search with the first find. */
  readonly untilFound?: boolean;
  onProgress?(tally: SearchTally): void;
}

export interface SearchTally {
  played: number;
  refused: number;
  asked: number;
  /** Words that came through all runs to the last question. */
  arrived: number;
  readonly finds: Genome[];
  /** By the place of a genome and what stood there: plays in which the words arrived. */
  readonly reached: Map<string, number>;
}

/** Plays on one host before what they stored is deleted. */
const MAX_PLAYS_STORED = 8;
const MAX_ELITE = 96;
const EXPLORE = 0.6;

/**
 * Searches for a play in which a consequential call runs with nobody asked. Reads the policy's answers: what got nearer
 * is changed further, and each gene is drawn by what it has brought so far against how often it was tried (a bandit).
 * The same seed gives the same plays.
 */
export async function search(options: SearchOptions): Promise<SearchTally> {
  const { plays, seed, mutant, untilFound = false, onProgress } = options;
  const breeder = new Breeder(createChoices(seed));
  const tally: SearchTally = { played: 0, refused: 0, asked: 0, arrived: 0, finds: [], reached: new Map() };
  const stage = await openStage(mutant);
  while (tally.played < plays && !(untilFound && tally.finds.length > 0)) {
    const genome = breeder.next();
    const result = await stage.play(genome, tally.played);
    breeder.learn(genome, toScore(result, genome));
    count(tally, genome, result);
    if (result.type === "ran") tally.finds.push(await shrink(genome, mutant));
    onProgress?.(tally);
  }
  await stage.close();
  return tally;
}

/** A host that plays one genome after the other. */
interface Stage {
  play(genome: Genome, index: number): Promise<PlayResult>;
  close(): Promise<void>;
}

async function openStage(mutant: Mutant | undefined): Promise<Stage> {
  const arena = await openArena(mutant);
  let stored = 0;
  return {
    play: async (genome, index) => {
      const result = await play(arena, genome, index);
      stored += 1;
      if (result.used || stored >= MAX_PLAYS_STORED) {
        await arena.deleteStored();
        stored = 0;
      }
      return result;
    },
    close: () => arena.close(),
  };
}

/** How near a play came: words read, carried on, a question, and one that does not name what was read as its cause. */
function toScore({ type, arrived, blamed }: PlayResult, { hops, channels }: Genome): number {
  if (type === "ran") return 1;
  if (!arrived) return type === "asked" ? 0.2 : 0;
  return (type === "asked" ? 0.4 : 0.3) + 0.05 * Math.min(3, hops.length) + 0.02 * channels.length + (blamed ? 0 : 0.2);
}

function count(tally: SearchTally, genome: Genome, { type, arrived }: PlayResult): void {
  tally.played += 1;
  if (type === "refused") tally.refused += 1;
  if (type === "asked") tally.asked += 1;
  if (!arrived) return;
  tally.arrived += 1;
  for (const gene of listGenes(genome)) tally.reached.set(gene, (tally.reached.get(gene) ?? 0) + 1);
}

function listGenes(genome: Genome): readonly string[] {
  return Object.entries(genome).flatMap(([place, value]) => [value].flat().map((each: string) => `${place}: ${each}`));
}

/** Plays one genome on a host of its own. */
export async function playOnce(genome: Genome, mutant?: Mutant): Promise<PlayResult> {
  const arena = await openArena(mutant);
  const result = await play(arena, genome, 0);
  await arena.close();
  return result;
}

/** The shortest form of a find that still is one. */
async function shrink(genome: Genome, mutant: Mutant | undefined): Promise<Genome> {
  const shorter = (["transforms", "hops", "channels"] as const).flatMap((place) =>
    genome[place].map((_, index) => ({ ...genome, [place]: genome[place].filter((__, each) => each !== index) })),
  );
  for (const each of shorter) {
    if (each.channels.length === 0) continue;
    if ((await playOnce(each, mutant)).type === "ran") return shrink(each, mutant);
  }
  return genome;
}

class Breeder {
  readonly #random: Random;
  readonly #seen = new Set<string>();
  readonly #elite: { readonly genome: Genome; readonly score: number }[] = [];
  readonly #worth = new Map<string, { tries: number; sum: number }>();
  #tries = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  next(): Genome {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const made = this.#make();
      const key = toKey(made);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      return made;
    }
    return this.#invent();
  }

  learn(genome: Genome, score: number): void {
    this.#tries += 1;
    for (const gene of listGenes(genome)) {
      const worth = this.#worth.get(gene) ?? { tries: 0, sum: 0 };
      this.#worth.set(gene, { tries: worth.tries + 1, sum: worth.sum + score });
    }
    const place = this.#elite.findIndex((each) => each.score < score);
    this.#elite.splice(place === -1 ? this.#elite.length : place, 0, { genome, score });
    // Of equals the older ones leave, so that the search moves on.
    if (this.#elite.length > MAX_ELITE) {
      const last = this.#elite.at(-1)?.score;
      this.#elite.splice(
        this.#elite.findIndex((each) => each.score === last),
        1,
      );
    }
  }

  #make(): Genome {
    const kind = this.#random.next();
    const parent = this.#pickElite();
    if (parent === null || kind < 0.3) return this.#invent();
    if (kind < 0.8) return this.#change(parent);
    return this.#cross(parent, this.#pickElite() ?? parent);
  }

  #pickElite(): Genome | null {
    return this.#elite.length === 0 ? null : this.#random.pick(this.#elite).genome;
  }

  #invent(): Genome {
    return {
      goal: this.#draw("goal"),
      frame: this.#draw("frame"),
      transforms: this.#drawSeveral("transforms", 0, 3),
      channels: this.#drawSeveral("channels", 1, 3),
      hops: this.#drawSeveral("hops", 0, 3) as Genome["hops"],
      style: this.#draw("style") as Genome["style"],
      ending: this.#draw("ending") as Genome["ending"],
    };
  }

  #change(parent: Genome): Genome {
    const fresh = this.#invent();
    const places = Object.keys(parent) as (keyof Genome)[];
    const changed = new Set([
      this.#random.pick(places),
      ...(this.#random.next() < 0.4 ? [this.#random.pick(places)] : []),
    ]);
    return Object.fromEntries(
      places.map((place) => [place, changed.has(place) ? this.#mend(parent, fresh, place) : parent[place]]),
    ) as unknown as Genome;
  }

  /** A list grows or shrinks by one as often as it is drawn anew. */
  #mend(parent: Genome, fresh: Genome, place: keyof Genome): string | readonly string[] {
    const old = parent[place];
    if (typeof old === "string" || this.#random.next() < 0.5) return fresh[place];
    if (old.length > 1 && this.#random.next() < 0.4) return old.slice(1);
    return [...old, this.#draw(place)].slice(-4);
  }

  #cross(one: Genome, other: Genome): Genome {
    const places = Object.keys(one) as (keyof Genome)[];
    return Object.fromEntries(
      places.map((place) => [place, (this.#random.next() < 0.5 ? one : other)[place]]),
    ) as unknown as Genome;
  }

  #drawSeveral(place: keyof Genome, least: number, most: number): readonly string[] {
    const size = least + Math.floor(this.#random.next() ** 2 * (most - least + 1));
    return Array.from({ length: size }, () => this.#draw(place));
  }

  /** The gene with the best upper bound of its worth among a few drawn ones. */
  #draw(place: keyof Genome): string {
    const values = place === "goal" ? GOALS.map(({ name }) => name) : GENES[place];
    const drawn = [this.#random.pick(values), this.#random.pick(values), this.#random.pick(values)];
    const rate = (value: string): number => {
      const { tries, sum } = this.#worth.get(`${place}: ${value}`) ?? { tries: 0, sum: 0 };
      return tries === 0 ? 2 : sum / tries + EXPLORE * Math.sqrt(Math.log(this.#tries + 1) / tries);
    };
    return drawn.reduce((best, value) => (rate(value) > rate(best) ? value : best));
  }
}
