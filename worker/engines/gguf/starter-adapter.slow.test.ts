import { createHash } from "node:crypto";
import { existsSync, openAsBlob, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { STARTER_FILE } from "../catalog/starter-model.ts";
import { readSlices } from "../files/store-file.ts";
import { mergeAdapter } from "./merge-adapter.ts";
import { readAdapter } from "./read-adapter.ts";
import type { AdapterHashes } from "./starter-adapter.ts";

const toPath = (place: string): string => fileURLToPath(new URL(`../../../${place}`, import.meta.url));
const ADAPTER = toPath("dev/model/starter/starter.adapter");
const HASHES = toPath("dev/model/starter/hashes.json");
const BASE = toPath(`.${STARTER_FILE.path}`);

describe.skipIf(!existsSync(ADAPTER))(
  "the adapter of this checkout (written by `python -m dev.model.starter.export`)",
  () => {
    test("is small, is the one that its hashes name, and belongs to the starter", () => {
      const hashes: AdapterHashes = JSON.parse(readFileSync(HASHES, "utf8"));
      const bytes = new Uint8Array(readFileSync(ADAPTER));
      expect(bytes.length).toBeLessThanOrEqual(6_000_000);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(hashes.adapter);
      expect(readAdapter(bytes).base).toBe(STARTER_FILE.sha256);
      expect(hashes.base).toBe(STARTER_FILE.sha256);
      expect(hashes.bytes).toBe(STARTER_FILE.mergedBytes);
    });

    test.skipIf(!existsSync(BASE) || statSync(BASE).size !== STARTER_FILE.bytes)(
      "merged into the starter's file (needs `npm run model:fetch`) gives the same bytes as the Python side",
      async () => {
        const merged = await mergeAdapter(await openAsBlob(BASE), readAdapter(new Uint8Array(readFileSync(ADAPTER))));
        const digest = await readSlices(merged, () => undefined);
        expect(merged.size).toBe(STARTER_FILE.mergedBytes);
        expect(digest).toBe(JSON.parse(readFileSync(HASHES, "utf8")).merged);
      },
    );
  },
);
