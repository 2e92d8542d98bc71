import { type ScriptedModel, toScriptedModel } from "./scripted-model.ts";
import calculator from "./scripts/calculator.json" with { type: "json" };
import dialects from "./scripts/dialects.json" with { type: "json" };
import help from "./scripts/help.json" with { type: "json" };
import letters from "./scripts/letters.json" with { type: "json" };
import lights from "./scripts/lights.json" with { type: "json" };
import notes from "./scripts/notes.json" with { type: "json" };
import parts from "./scripts/parts.json" with { type: "json" };
import stream from "./scripts/stream.json" with { type: "json" };
import talk from "./scripts/talk.json" with { type: "json" };
import thinker from "./scripts/thinker.json" with { type: "json" };

/** UTF-16 units per delta: at one, every place is a border between two of them. */
const PIECES = [1, 5, 1000];

/** The scripts that come with the app, by name. */
export const SCRIPTS: ReadonlyMap<string, ScriptedModel> = new Map(
  [calculator, letters, notes, lights, help, parts, talk, stream, thinker, ...dialects.map(toDialectScript)]
    .map(toScriptedModel)
    .map((script) => [script.name, script]),
);

/** One conversation in a dialect's own words, which the question "in pieces of 5" has written in pieces of that length. */
function toDialectScript({ format, turns }: (typeof dialects)[number]): object {
  const exchanges = PIECES.map((chunkLength) => ({
    question: `in pieces of ${chunkLength}.`,
    turns: turns.map((text) => ({ text, chunkLength })),
  }));
  return { name: `dialect-${format}`, title: `Script: ${format} dialect`, format, exchanges };
}
