import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { FORMATS } from "../dialects/resolve-format.ts";
import type { Format, ParseEvent, ParserOptions } from "../format.ts";
import { collectEvents, mergeDeltas } from "./parse-output.fixture.ts";

interface CorpusCase {
  readonly name: string;
  readonly kind: "good" | "malformed";
  readonly input: string;
  readonly thinkOpen?: boolean;
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
  readonly text: string;
  readonly reasoning?: string;
  readonly problem?: string;
}

/** Formats that are read as another one is. */
const READ_AS: Readonly<Record<string, string>> = { compact: "command" };

const folder = new URL("./", import.meta.url);
const tools: readonly ToolSpec[] = JSON.parse(readFileSync(new URL("tools.json", folder), "utf8"));

function readCorpus(id: string): readonly CorpusCase[] {
  const lines = readFileSync(new URL(`${READ_AS[id] ?? id}.jsonl`, folder), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): CorpusCase => JSON.parse(line));
}

function readPieces(format: Format, pieces: readonly string[], options: ParserOptions): readonly ParseEvent[] {
  const parser = format.createParser(options);
  return mergeDeltas([...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]);
}

describe("the corpora", () => {
  it("cover every format, malformed cases in the majority", () => {
    const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    const read = Object.keys(FORMATS).filter((id) => !Object.hasOwn(READ_AS, id));
    expect(names.map((name) => name.replace(".jsonl", "")).sort()).toEqual(read.sort());
    const large = new Set(["chatml", "llama3", "mistral", "generic", "protocol", "command"]);
    for (const id of Object.keys(FORMATS)) {
      const cases = readCorpus(id);
      const malformed = cases.filter((entry) => entry.kind === "malformed").length;
      expect(cases.length, id).toBeGreaterThanOrEqual(large.has(id) ? 40 : 20);
      expect(malformed, id).toBeGreaterThan(cases.length - malformed);
      expect(new Set(cases.map((entry) => entry.name)).size, `${id}: names are unique`).toBe(cases.length);
    }
  });
});

for (const [id, format] of Object.entries(FORMATS)) {
  describe(`${id} corpus`, () => {
    for (const entry of readCorpus(id)) {
      const options: ParserOptions = { tools, reasoningOpen: entry.thinkOpen === true };
      it(`reads ${entry.name}, whole and cut at every position`, () => {
        const whole = readPieces(format, [entry.input], options);
        const output = collectEvents(whole);
        expect(output.calls).toEqual(entry.calls);
        expect(output.text).toBe(entry.text);
        expect(output.reasoning).toBe(entry.reasoning ?? "");
        expect(output.broken.map((broken) => broken.reason).join("; ")).toBe(entry.problem ?? "");
        for (const broken of output.broken) {
          expect(entry.input.slice(broken.position, broken.position + broken.raw.length)).toBe(broken.raw);
        }
        const expected = JSON.stringify(whole);
        expect(JSON.stringify(readPieces(format, entry.input.split(""), options))).toBe(expected);
        for (let cut = 1; cut < entry.input.length; cut += 1) {
          const pieces = [entry.input.slice(0, cut), entry.input.slice(cut)];
          const cutEvents = JSON.stringify(readPieces(format, pieces, options));
          if (cutEvents !== expected) expect.fail(`cut at ${cut}: ${cutEvents}`);
        }
      });
    }
  });
}
