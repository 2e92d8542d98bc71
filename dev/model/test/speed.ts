/**
 * Measures a library: rates of prefill and decode, and every kernel by itself. tsx dev/model/test/speed.ts NAME [HELD TOKENS]
 * (after dev/model/build.sh proofs NAME). Compare figures of one run only: machines and their other work differ.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPage } from "./browser.ts";

const model = join(dirname(fileURLToPath(import.meta.url)), "..");
const libraries = join(model, "../../public/libraries");
const [name = "smollm2-135m-flat", held = "200"] = process.argv.slice(2);
const file = readdirSync(libraries).find((each) => each.replace(/-[0-9a-f]{12}\.wasm$/, "") === name);
if (file === undefined) throw new Error(`no library ${name}`);
const { vocab_size: vocabulary } = JSON.parse(
  readFileSync(join(model, ".build/proofs", name, "resolve/main/mlc-chat-config.json"), "utf8"),
) as { vocab_size: number };
const { page, close } = await openPage({ "/proofs/": join(model, ".build/proofs") });
const input = [`/proofs/${name}/resolve/main/`, `/libraries/${file}`] as const;
const { milliseconds } = await page.evaluate(([folder, library]) => window.rig.load(folder, library, 2048), input);
console.log(`${name}: loaded in ${(milliseconds / 1000).toFixed(1)} s`);

const random = (count: number) => Array.from({ length: count }, (_, at) => (at * 7919 + 13) % (vocabulary - 16));
const heldIds = random(Number(held));
// Once to let the adapter finish compiling, then for the record.
await page.evaluate(([ids]) => window.rig.greedy(ids, 3), [heldIds] as const);
const { milliseconds: times } = await page.evaluate(([ids]) => window.rig.greedy(ids, 17), [heldIds] as const);
const [prefill = 0, ...steps] = times;
const middle = [...steps].sort((a, b) => a - b)[steps.length >> 1] ?? 0;
console.log(`prefill of ${held} tokens: ${((Number(held) * 1000) / prefill).toFixed(1)} tokens/s`);
console.log(`decode after ${held} tokens: ${(1000 / middle).toFixed(1)} tokens/s (median of ${steps.length}, logits read back)`);
const profiles: [string, number[], number[]][] = [
  ["one token", heldIds, [11]],
  ["prefill of 64", [], random(64)],
];
for (const [title, before, ids] of profiles) {
  const { kernels } = await page.evaluate(([a, b]) => window.rig.profile(a, b), [before, ids] as const);
  console.log(`\n${title}: kernel, calls, ms a call, ms together, workgroups`);
  for (const each of kernels)
    console.log(`${each.name.padEnd(42)} ${String(each.calls).padStart(3)} ${each.milliseconds.toFixed(2).padStart(8)} ${(each.calls * each.milliseconds).toFixed(1).padStart(8)}  ${each.grid}`);
}
await close();
