import { type ScriptedModel, toScriptedModel } from "./scripted-model.ts";
import calculator from "./scripts/calculator.json" with { type: "json" };
import dialectChatml from "./scripts/dialect-chatml.json" with { type: "json" };
import dialectGeneric from "./scripts/dialect-generic.json" with { type: "json" };
import dialectLlama3 from "./scripts/dialect-llama3.json" with { type: "json" };
import dialectMistral from "./scripts/dialect-mistral.json" with { type: "json" };
import help from "./scripts/help.json" with { type: "json" };
import letters from "./scripts/letters.json" with { type: "json" };
import lights from "./scripts/lights.json" with { type: "json" };
import notes from "./scripts/notes.json" with { type: "json" };
import parts from "./scripts/parts.json" with { type: "json" };
import stream from "./scripts/stream.json" with { type: "json" };
import talk from "./scripts/talk.json" with { type: "json" };
import thinker from "./scripts/thinker.json" with { type: "json" };

/** The scripts that come with the app, by name. */
export const SCRIPTS: ReadonlyMap<string, ScriptedModel> = new Map(
  [
    calculator,
    letters,
    notes,
    lights,
    help,
    parts,
    talk,
    stream,
    thinker,
    dialectChatml,
    dialectGeneric,
    dialectLlama3,
    dialectMistral,
  ]
    .map(toScriptedModel)
    .map((script) => [script.name, script]),
);
