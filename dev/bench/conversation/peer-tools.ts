import type { Tool } from "../../../worker/agent/define/tool.ts";
import { isJsonObject } from "../../../worker/protocol/json.ts";
import { calculate } from "../../../worker/tools/arithmetic/operations.ts";
import { currentTime, dateAdd, daysBetween } from "../../../worker/tools/dates/date-tools.ts";
import { stringLength } from "../../../worker/tools/text/string-length.ts";
import { convertUnits } from "../../../worker/tools/units/convert-units.ts";

/** What every peer is given. */
export const PEER_TOOLS: readonly Tool[] = [calculate, convertUnits, currentTime, daysBetween, dateAdd, stringLength];
export const PEER_SYSTEM = "You are a helpful assistant. Use a tool where one fits, then answer with its result.";
export const MAX_TURNS = 4;
export const MAX_TOKENS = 64;

export interface PeerCall {
  readonly name: string;
  /** JSON text. */
  readonly input: string;
}

/** The tool's result, or what is wrong with the call, as text for the model. */
export async function runTool({ name, input }: PeerCall): Promise<string> {
  const tool = PEER_TOOLS.find(({ spec }) => spec.name === name);
  if (tool === undefined) return `There is no tool '${name}'.`;
  try {
    const raw: unknown = JSON.parse(input);
    const checked = tool.check(isJsonObject(raw as never) ? (raw as never) : {});
    if (!checked.ok) return "The arguments do not fit.";
    return String(await tool.run(checked.input, { now: () => Date.now(), timeZone: "UTC" } as never));
  } catch (error) {
    return String(error);
  }
}
