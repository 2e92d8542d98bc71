import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject, type JsonValue } from "../worker/protocol/json.ts";

/**
 * Answers each JSON line of the standard input with a JSON line on the standard output. A line that cannot be read, or
 * whose answer fails, is answered with its id (or null) and a `problem`.
 */
export async function answerJsonLines(answer: (request: JsonObject) => JsonObject): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    let id: JsonValue = null;
    let reply: JsonObject;
    try {
      const request: JsonValue = JSON.parse(line);
      if (!isJsonObject(request)) throw new Error("the line is not a JSON object");
      id = request.id ?? null;
      reply = answer(request);
    } catch (error) {
      reply = { problem: error instanceof Error ? error.message : String(error) };
    }
    if (!process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`)) {
      await new Promise((resume) => process.stdout.once("drain", resume));
    }
  }
}
