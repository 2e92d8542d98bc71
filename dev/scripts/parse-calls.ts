import { parseOutput } from "../../worker/formats/corpus/parse-output.fixture.ts";
import { fromProviderTool } from "../../worker/formats/dialects/openai-tool.ts";
import { FORMATS, resolveFormat } from "../../worker/formats/dialects/resolve-format.ts";
import { isJsonArray, type JsonObject } from "../../worker/protocol/json.ts";
import type { FormatId } from "../../worker/protocol/model.ts";
import { answerJsonLines } from "./json-lines.ts";

// Reads {"id","format","input"|"chunks","tools","thinkOpen"?} and writes {"id","calls","text","reasoning"?,"problem"?}.
await answerJsonLines(answer);

function answer(request: JsonObject): JsonObject {
  const format = request.format;
  if (format !== undefined && !isFormatId(format)) throw new Error(`unknown format: ${JSON.stringify(format)}`);
  const chunks = request.chunks;
  const input = request.input;
  const pieces =
    chunks !== undefined && isJsonArray(chunks) ? chunks.map(String) : [typeof input === "string" ? input : ""];
  const listed = request.tools;
  const tools = (listed !== undefined && isJsonArray(listed) ? listed : []).flatMap(
    (tool) => fromProviderTool(tool) ?? [],
  );
  const output = parseOutput(resolveFormat(format), pieces, {
    tools,
    anyName: tools.length === 0,
    reasoningOpen: request.thinkOpen === true,
  });
  return {
    calls: output.calls.map((call) => ({ name: call.name, arguments: call.arguments })),
    text: output.text,
    ...(output.reasoning === "" ? {} : { reasoning: output.reasoning }),
    ...(output.broken.length === 0 ? {} : { problem: output.broken.map((broken) => broken.reason).join("; ") }),
  };
}

function isFormatId(value: unknown): value is FormatId {
  return typeof value === "string" && Object.hasOwn(FORMATS, value);
}
