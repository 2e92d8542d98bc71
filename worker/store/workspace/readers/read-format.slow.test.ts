import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HARD_DOCUMENTS } from "./hard-documents.fixture.ts";

const READER = join(import.meta.dirname, "read-in-process.fixture.ts");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "alcove-documents-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a document that was made to do harm", () => {
  it.each(Object.entries(HARD_DOCUMENTS))("takes neither the worker nor its memory: %s", (_, { format, make }) => {
    const path = join(folder, "document");
    writeFileSync(path, make());
    const printed = execFileSync(process.execPath, ["--import", "tsx", READER, format, path], { encoding: "utf8" });
    const { blockedMs, megabytes } = JSON.parse(printed);
    expect(blockedMs).toBeLessThan(2_000);
    expect(megabytes).toBeLessThan(300);
  });
});
