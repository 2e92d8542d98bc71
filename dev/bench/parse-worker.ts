import { createContestants, createOutputs } from "./parse-contestants.ts";

/** Time spent on rounds that do not count, so that the code measured is compiled; then on rounds that do. */
const WARM_UP_MS = 1_500;
const MEASURED_MS = 3_000;
const MAX_ROUNDS = 200;

// Measures one contestant in one mode and writes its figures as one line of JSON: `<name> <mode> <outputs>`.
const [name, mode, outputs] = process.argv.slice(2);
const contestant = createContestants().find((candidate) => candidate.name === name);
if (contestant === undefined || (mode !== "whole" && mode !== "streamed")) throw new Error(`no contestant '${name}'`);
const texts = createOutputs(Number(outputs), 20_260_101);
const read = contestant[mode];
let callsFound = 0;

async function readAll(): Promise<number> {
  const started = performance.now();
  callsFound = 0;
  for (const text of texts) callsFound += await read(text);
  return performance.now() - started;
}

async function repeat(atLeastMs: number): Promise<number[]> {
  const times: number[] = [];
  for (let spent = 0; times.length === 0 || (spent < atLeastMs && times.length < MAX_ROUNDS); ) {
    const time = await readAll();
    times.push(time);
    spent += time;
  }
  return times;
}

await repeat(WARM_UP_MS);
const times = (await repeat(MEASURED_MS)).sort((left, right) => left - right);
process.stdout.write(`${JSON.stringify({ milliseconds: times[Math.floor(times.length / 2)], callsFound })}\n`);
