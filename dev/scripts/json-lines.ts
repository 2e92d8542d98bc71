import { describeError } from "../../worker/protocol/describe-error.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../worker/protocol/json.ts";

/** What may differ between the commands that answer JSON lines. */
interface LineOptions {
  /** The member under which a reason is given. */
  readonly faultName?: string;
  /** Reads a line; `JSON.parse` unless given. */
  readonly parse?: (line: string) => JsonValue;
}

/**
 * Answers each JSON line of the standard input with a JSON line on the standard output. A line that cannot be read, or
 * whose answer fails, is answered with its id (or null) and the reason.
 */
export async function answerJsonLines(
  answer: (request: JsonObject) => JsonObject | Promise<JsonObject>,
  { faultName = "problem", parse = JSON.parse }: LineOptions = {},
): Promise<void> {
  for await (const line of readLines()) {
    if (line.trim() === "") continue;
    let id: JsonValue = null;
    let reply: JsonObject;
    try {
      const request: JsonValue = parse(line);
      if (!isJsonObject(request)) throw new Error("the line is not a JSON object");
      id = request.id ?? null;
      reply = await answer(request);
    } catch (error) {
      reply = { [faultName]: describeError(error) };
    }
    if (!process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`)) {
      await new Promise((resume) => process.stdout.once("drain", resume));
    }
  }
}

/** Lines end in a line feed alone: Node's own reader also ends them at U+2028, which JSON allows in a text. */
async function* readLines(): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}
