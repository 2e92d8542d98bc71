import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveWorkerPage } from "../scripts/serve-worker-page.ts";
import type { TableAnswer, TableContestant, TableQuestion, TablesTask } from "./tables-worker.ts";
import { withWorker } from "./with-worker.ts";

const ROWS = 1_000_000;
const REPEATS = 3;
const TABLE_QUESTIONS: readonly TableQuestion[] = ["group", "filter", "average", "sort"];
const CONTESTANTS = ["alcove", "sql", "arquero", "plain"] as const;

/**
 * Measures a CSV file of a million rows in a worker of Chromium: read, then asked, beside Arquero and lines cut at their
 * commas. Ours computes with exact
 * decimals, by its own query and by SQL; the others add binary fractions. Options: `--json`, `--rows=100000`,
 * `--only=alcove,plain`.
 */
export async function benchTables(options: readonly string[]): Promise<void> {
  const rows = Number(readOption(options, "rows") ?? ROWS);
  const only = readOption(options, "only")?.split(",");
  const server = await serveWorkerPage(join(import.meta.dirname, "tables-worker.ts"));
  const profile = mkdtempSync(join(tmpdir(), "alcove-bench-"));
  const results: Record<string, Record<string, number>> = {};
  const values: Record<string, readonly number[]> = {};
  try {
    for (const contestant of CONTESTANTS.filter((each) => only?.includes(each) ?? true)) {
      const measured = await measure(profile, server.url, contestant, rows);
      results[contestant] = measured.row;
      values[contestant] = measured.values;
    }
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  checkAgreement(values);
  const summary = { bench: "tables", rows, contestants: results };
  if (options.includes("--json")) console.log(JSON.stringify(summary, null, 2));
  else {
    console.log(`${rows} rows; times in ms (median of ${REPEATS}), heap in MB`);
    console.table(results);
  }
}

async function measure(profile: string, url: string, contestant: TableContestant, rows: number) {
  return await withWorker<TablesTask, { row: Record<string, number>; values: readonly number[] }>(
    profile,
    url,
    async (ask, heap) => {
      const imported = (await ask({ type: "import", contestant, rows })) as TableAnswer;
      const row: Record<string, number> = { import: Math.round(imported.ms) };
      const values: number[] = [];
      for (const question of TABLE_QUESTIONS) {
        const answers: TableAnswer[] = [];
        for (let repeat = 0; repeat < REPEATS; repeat += 1) {
          answers.push((await ask({ type: "ask", question })) as TableAnswer);
        }
        const times = answers.map(({ ms }) => ms).sort((left, right) => left - right);
        row[question] = Math.round(times[Math.floor(REPEATS / 2)] ?? Number.NaN);
        values.push(answers[0]?.value ?? Number.NaN);
      }
      row.heap = Math.round((await heap()) / 1e6);
      return { row, values };
    },
  );
}

/** Throws where two contestants computed something else, but for the last places of binary fractions. */
function checkAgreement(values: Readonly<Record<string, readonly number[]>>): void {
  const [first, ...others] = Object.entries(values);
  for (const [name, answers] of others) {
    answers.forEach((answer, index) => {
      const expected = first?.[1][index] ?? Number.NaN;
      if (!(Math.abs(answer - expected) <= Math.abs(expected) * 1e-9)) {
        throw new Error(`${TABLE_QUESTIONS[index]}: ${first?.[0]} says ${expected}, ${name} ${answer}`);
      }
    });
  }
}

function readOption(options: readonly string[], name: string): string | undefined {
  return options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
}
