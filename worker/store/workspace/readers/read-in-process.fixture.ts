// Reads one document in a process of its own and prints what that took: `tsx read-in-process.fixture.ts FORMAT PATH`.
import { readFileSync } from "node:fs";
import { type DocumentFormat, readFormat } from "./read-format.ts";

const [format = "", path = ""] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(path));
const before = process.resourceUsage().maxRSS;
const start = performance.now();
let last = start;
let longest = 0;
const note = (): void => {
  longest = Math.max(longest, performance.now() - last);
  last = performance.now();
};
const timer = setInterval(note, 1);
const { type } = await readFormat(format as DocumentFormat, bytes, 5_000_000);
note();
clearInterval(timer);
const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ type, milliseconds: performance.now() - start, blockedMs: longest, megabytes }));
