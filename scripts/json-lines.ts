import { createInterface } from "node:readline";
import { describeError } from "../worker/protocol/describe-error.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../worker/protocol/json.ts";

/**
 * Answers each JSON line of the standard input with a JSON line on the standard output. A line that cannot be read, or
 * whose answer fails, is answered with its id (or null) and the reason, under `faultName`.
 */
export async function answerJsonLines(
  answer: (request: JsonObject) => JsonObject | Promise<JsonObject>,
  faultName = "problem",
): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    let id: JsonValue = null;
    let reply: JsonObject;
    try {
      const request: JsonValue = JSON.parse(line);
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
