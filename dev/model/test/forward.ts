/**
 * Loads libraries into WebLLM and holds their logits to numpy's, however the prompt is cut into parts:
 * tsx dev/model/test/forward.ts NAME… (after dev/model/build.sh proofs NAME…)
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPage } from "./browser.ts";

interface Expected {
  ids: number[];
  parts: number[][];
  logits: Record<string, number[]>;
  greedy?: number[];
  gap?: number;
}

const model = join(dirname(fileURLToPath(import.meta.url)), "..");
const proofs = join(model, ".build/proofs");
const libraries = join(model, "../../public/libraries");

function libraryOf(name: string): string {
  if (existsSync(join(proofs, name, "library.wasm"))) return `/proofs/${name}/library.wasm`;
  const file = readdirSync(libraries).find((each) => each.replace(/-[0-9a-f]{12}\.wasm$/, "") === name);
  if (file === undefined) throw new Error(`no library ${name}`);
  return `/libraries/${file}`;
}

async function prove(name: string): Promise<boolean> {
  const expected = JSON.parse(readFileSync(join(proofs, name, "expected.json"), "utf8")) as Expected;
  const { page, errors, close } = await openPage({ "/proofs/": proofs });
  const complaints: string[] = [];
  try {
    const input = [`/proofs/${name}/resolve/main/`, libraryOf(name)] as const;
    const loaded = await page.evaluate(([folder, library]) => window.rig.load(folder, library, 2048), input);
    for (const shader of loaded.shaders)
      if (shader.messages.length > 0) complaints.push(`${shader.name}: ${shader.messages.join("; ")}`);
    let worst = 0;
    for (const lengths of expected.parts) {
      let start = 0;
      const parts = lengths.map((length) => expected.ids.slice(start, (start += length)));
      const found = await page.evaluate((each) => window.rig.forward(each), parts);
      let end = 0;
      for (const [index, length] of lengths.entries()) {
        end += length;
        const want = expected.logits[String(end)] ?? [];
        const spread = Math.max(...want.map(Math.abs));
        const error = Math.max(...want.map((each, token) => Math.abs(each - (found[index]?.[token] ?? Number.NaN)))) / spread;
        worst = Math.max(worst, error);
        if (!(error < 1e-3)) complaints.push(`cut as ${lengths}: logits after ${end} tokens are off by ${error} of their largest`);
      }
    }
    if (expected.greedy !== undefined) {
      const count = expected.greedy.length;
      const made = await page.evaluate(([ids, n]) => window.rig.greedy(ids, n), [expected.ids.slice(0, 40), count] as const);
      if (made.tokens.join() !== expected.greedy.join())
        complaints.push(`greedy tokens ${made.tokens} should be ${expected.greedy} (smallest gap ${expected.gap})`);
    }
    console.log(`${name}: ${loaded.shaders.length} shaders, logits within ${worst.toExponential(1)} of numpy's largest`);
  } catch (error) {
    complaints.push(String(error), ...errors);
  }
  await close();
  for (const each of complaints) console.error(`FAILED ${name}: ${each}`);
  return complaints.length === 0;
}

const names = process.argv.slice(2);
if (names.length === 0) throw new Error("name the libraries to prove");
let failed = 0;
for (const name of names) if (!(await prove(name))) failed++;
if (failed > 0) process.exitCode = 1;
