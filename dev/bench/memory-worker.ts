import { type Contestant, type ContestantName, createContestant } from "./memory-contestants.ts";
import { CORPUS_SEED, createNotes, createQueries, type QueryKind } from "./memory-corpus.ts";

/** What the page asks of a worker. A cold worker is one that has been asked for nothing before. */
export type MemoryTask =
  | { readonly type: "build"; readonly contestant: ContestantName; readonly notes: number }
  | { readonly type: "first-answer"; readonly contestant: ContestantName; readonly query: string }
  | { readonly type: "queries"; readonly contestant: ContestantName; readonly notes: number; readonly queries: number }
  | { readonly type: "adds"; readonly contestant: ContestantName; readonly adds: number };

export interface QueryFigures {
  /** Milliseconds of each query. */
  readonly times: readonly number[];
  readonly found: Readonly<Record<QueryKind, number>>;
  readonly asked: Readonly<Record<QueryKind, number>>;
}

let opened: Contestant | null = null;

async function run(task: MemoryTask): Promise<unknown> {
  opened ??= createContestant(task.contestant);
  switch (task.type) {
    case "build": {
      const notes = createNotes(task.notes, CORPUS_SEED);
      const start = performance.now();
      await opened.build(notes);
      return performance.now() - start;
    }
    case "first-answer": {
      const start = performance.now();
      await opened.open();
      await opened.search(task.query, 20);
      return performance.now() - start;
    }
    case "queries":
      return await measureQueries(opened, task.notes, task.queries);
    case "adds": {
      const times: number[] = [];
      const [...notes] = createNotes(task.adds, CORPUS_SEED + 1);
      for (const [index, note] of notes.entries()) {
        const start = performance.now();
        await opened.add({ ...note, id: `added-${index}`, text: `${note.text} added ${index}` });
        times.push(performance.now() - start);
      }
      return times;
    }
  }
}

async function measureQueries(contestant: Contestant, noteCount: number, count: number): Promise<QueryFigures> {
  const queries = createQueries(createNotes(noteCount, CORPUS_SEED), count, CORPUS_SEED + 2);
  const found = { exact: 0, prefix: 0, typo: 0 };
  const asked = { exact: 0, prefix: 0, typo: 0 };
  const times: number[] = [];
  for (const { kind, text, answerId } of queries) {
    const start = performance.now();
    const ids = await contestant.search(text, 20);
    times.push(performance.now() - start);
    asked[kind] += 1;
    if (ids.includes(answerId)) found[kind] += 1;
  }
  return { times, found, asked };
}

self.onmessage = (event: MessageEvent<MemoryTask>) => {
  run(event.data).then(
    (value) => self.postMessage({ value }),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }),
  );
};
