/** `alcove/engines/scripted`: a model that plays a script, for demonstrations and for replays. */
import { ScriptedClient } from "../../worker/engines/scripted/scripted.ts";
import { fromRunEvents, type ScriptedModel, type ScriptedTurn } from "../../worker/engines/scripted/scripted-model.ts";
import { chooseTemplate } from "../../worker/formats/templates/choose-template.ts";
import type { FormatId } from "../../worker/protocol/model.ts";
import type { RunEvent } from "../../worker/protocol/run-event.ts";
import { defineModel, type Model } from "../model.ts";

/** How a script is written. */
export interface ScriptOptions {
  /** The dialect of the outputs; `chatml` unless given. */
  readonly format?: FormatId;
}

/**
 * A model that gives these outputs, in a dialect's own text, one after the other, or the exchanges of a script. Asked for
 * more than was written, its run fails. To write no dialect, take `mockModel` of `alcove/testing`.
 */
export function scripted(
  script: readonly (string | ScriptedTurn)[] | ScriptedModel,
  options: ScriptOptions = {},
): Model {
  const model = isScript(script) ? script : toScript(script, options.format ?? "chatml");
  return defineModel({
    name: `scripted:${model.name}`,
    load: async () => {
      const template = chooseTemplate(model.format, null, new Date());
      return { ok: true, value: new ScriptedClient(model, { template }) };
    },
  });
}

/** The model of a run that was recorded: it gives the same outputs again. */
export function replay(events: readonly RunEvent[]): Model {
  return scripted(fromRunEvents(events));
}

function isScript(script: readonly (string | ScriptedTurn)[] | ScriptedModel): script is ScriptedModel {
  return !Array.isArray(script);
}

function toScript(turns: readonly (string | ScriptedTurn)[], format: FormatId): ScriptedModel {
  const written = turns.map((turn) => (typeof turn === "string" ? { text: turn } : turn));
  return { name: "script", title: "Script", format, contextTokens: 32_768, exchanges: [{ turns: written }] };
}
