import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";

/** The input of a chat template: messages and tools in OpenAI's form, and the template's variables. */
export interface TemplateRequest {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly JsonValue[];
  /** `add_generation_prompt`, `enable_thinking`, `bos_token`, `eos_token`, `date_string`, … */
  readonly options: JsonObject;
  /** The time that `strftime_now` formats. */
  readonly now: Date;
}

/** Writes a whole conversation in a family's form. Throws with the template's own sentence when it refuses the messages. */
export type TemplateRenderer = (request: TemplateRequest) => string;

/** A message's role; empty when it has none. */
export function roleOf(message: JsonObject): string {
  return textOption(message, "role", "");
}

/** A message's content as text: the joined texts of a list of parts. */
export function contentOf(message: JsonObject | undefined): string {
  const content = message?.content;
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  if (!isJsonArray(content)) return JSON.stringify(content);
  return content.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join("");
}

/** The calls of an assistant message, as the families' templates see them; empty when it has none. */
export function callsOf({ tool_calls: calls }: JsonObject): readonly JsonObject[] {
  if (!isJsonArray(calls)) return [];
  return calls.filter(isJsonObject).map((call: JsonObject): JsonObject => {
    const whole = isJsonObject(call.function) ? call.function : call;
    const [name, id] = [textOption(whole, "name", ""), textOption(call, "id", "")];
    return { name, arguments: whole.arguments ?? {}, id, whole };
  });
}

/** A member that is a text. */
export function textOption(options: JsonObject, key: string, fallback: string): string {
  const value = options[key];
  return typeof value === "string" ? value : fallback;
}

/** `strftime` for the few forms that chat templates use, in the local time zone. */
export function formatDate(date: Date, form: string): string {
  const month = date.toLocaleDateString("en-US", { month: "long" });
  const day = date.toLocaleDateString("en-US", { weekday: "long" });
  const dayOfYear = Math.floor((date.getTime() - new Date(date.getFullYear(), 0, 0).getTime()) / 86_400_000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const parts: Readonly<Record<string, string>> = {
    Y: String(date.getFullYear()),
    y: two(date.getFullYear() % 100),
    m: two(date.getMonth() + 1),
    d: two(date.getDate()),
    e: String(date.getDate()).padStart(2, " "),
    B: month,
    b: month.slice(0, 3),
    A: day,
    a: day.slice(0, 3),
    H: two(date.getHours()),
    M: two(date.getMinutes()),
    S: two(date.getSeconds()),
    I: two(date.getHours() % 12 === 0 ? 12 : date.getHours() % 12),
    p: date.getHours() < 12 ? "AM" : "PM",
    j: String(dayOfYear).padStart(3, "0"),
    "%": "%",
  };
  return form.replace(/%-?([A-Za-z%])/g, (whole, letter: string) => {
    const part = parts[letter];
    if (part === undefined) return whole;
    return whole.startsWith("%-") ? part.replace(/^0+(?=\d)/, "") : part;
  });
}
