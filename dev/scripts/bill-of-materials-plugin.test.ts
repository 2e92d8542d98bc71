import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toBillOfMaterials } from "./bill-of-materials-plugin.ts";
import { ROOT } from "./build-app.ts";

describe("the bill of materials", () => {
  const bill = toBillOfMaterials(ROOT);
  const find = (name: string) => bill.components.find((component) => component.name === name);
  const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

  test("names every package that the app ships, with its version and its hash", () => {
    const { dependencies }: { dependencies: Record<string, string> } = readJson("package.json");
    for (const [name, version] of Object.entries(dependencies)) {
      expect(find(name)).toMatchObject({ version, hashes: [{ alg: "SHA-512" }] });
    }
    expect(find("vite")).toBeUndefined();
  });

  test("names the starter model and its adapter by the hashes that are pinned", () => {
    const { base, adapter } = readJson("dev/model/starter/hashes.json");
    expect(find("models/starter/SmolLM2-135M-Instruct.Q4_1.gguf")?.hashes).toEqual([{ alg: "SHA-256", content: base }]);
    expect(find("starter.adapter")?.hashes).toEqual([{ alg: "SHA-256", content: adapter }]);
  });

  test("is the same for the same files", () => {
    expect(toBillOfMaterials(ROOT)).toEqual(bill);
  });
});
