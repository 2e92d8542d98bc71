import { open, readFile, stat } from "node:fs/promises";
import { type ByteSource, readGguf } from "../../worker/engines/gguf/read-gguf.ts";
import type { ModelFacts } from "../../worker/formats/recognition/recognise-format.ts";
import { defined } from "../../worker/protocol/defined.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../worker/protocol/json.ts";
import { answerJsonLines } from "./json-lines.ts";
import { type Recognition, recognise } from "./templates/recognise-model.ts";

// With arguments: says for each FILE (GGUF, configuration or template), URL or NAME what is chosen and why. Without: reads
// {"id","chat_template"|"gguf"|"name"|"conv_template"|"ollama_template"|"architecture"} a line and writes
// {"id","format","template","reasoning","stops"}; "gguf" is a file's path, or an object of its metadata.
const REASONS = {
  template: "its chat template",
  "conv-template": "the name of its conversation template",
  name: "its name",
  architecture: "its architecture",
  nothing: "nothing that is known: the dialect for any model",
} as const satisfies Record<Recognition["evidence"], string>;

const subjects = process.argv.slice(2);
if (subjects.length === 0) {
  await answerJsonLines(async (request): Promise<JsonObject> => toReply(recognise(await toFacts(request), new Date())));
}
for (const subject of subjects) {
  const facts = await findFacts(subject);
  const recognition = recognise(facts, new Date());
  const { format, template, reasoning, stops } = toReply(recognition);
  console.log(`${subject}\n  speaks ${String(format)}, because of ${REASONS[recognition.evidence]}`);
  console.log(`  turns: ${String(template)}; reasoning: ${String(reasoning)}; stops: ${JSON.stringify(stops)}`);
}

function toReply({ format, templateSource, reasoning, stops }: Recognition): JsonObject {
  return { format, template: templateSource, reasoning, stops };
}

async function toFacts(request: JsonObject): Promise<ModelFacts> {
  const { gguf } = request;
  const file =
    typeof gguf === "string" ? await findFacts(gguf) : isJsonObject(gguf) ? readMetadata((key) => gguf[key]) : {};
  return {
    ...file,
    ...defined({
      chatTemplate: toText(request.chat_template),
      ollamaTemplate: toText(request.ollama_template),
      convTemplate: toText(request.conv_template),
      architecture: toText(request.architecture),
      name: toText(request.name),
    }),
  };
}

async function findFacts(subject: string): Promise<ModelFacts> {
  const isUrl = /^https?:/.test(subject);
  const path = isUrl ? new URL(subject).pathname : subject;
  const isFile = isUrl ? /\.(gguf|json|jinja)$/.test(path) : (await stat(subject).catch(() => null))?.isFile() === true;
  if (!isFile) return { name: path };
  if (path.endsWith(".gguf")) {
    const { metadata } = await readGguf(isUrl ? await openUrl(subject) : await openFile(subject));
    const facts = readMetadata((key) => metadata.get(key));
    return { ...facts, name: facts.name ?? path };
  }
  const text = isUrl ? await (await fetch(subject)).text() : await readFile(subject, "utf8");
  if (!path.endsWith(".json")) return { chatTemplate: text };
  const config: JsonValue = JSON.parse(text);
  if (!isJsonObject(config)) throw new Error(`${subject} holds no object`);
  const { chat_template, conv_template, model_type } = config;
  return defined({
    chatTemplate: toText(chat_template),
    convTemplate: toText(isJsonObject(conv_template) ? conv_template.name : conv_template),
    architecture: toText(model_type),
  });
}

/** Facts from the metadata of a GGUF file, whose keys may be given in short. */
function readMetadata(get: (key: string) => unknown): ModelFacts {
  return defined({
    chatTemplate: toText(get("tokenizer.chat_template") ?? get("chat_template")),
    architecture: toText(get("general.architecture") ?? get("architecture")),
    name: toText(get("general.name") ?? get("name")),
  });
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

async function openFile(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return {
    size,
    async read(offset, length) {
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

async function openUrl(url: string): Promise<ByteSource> {
  const head = await fetch(url, { method: "HEAD" });
  const size = Number(head.headers.get("content-length"));
  if (!head.ok || !(size > 0)) throw new Error(`${url} answers ${head.status}`);
  return {
    size,
    async read(offset, length) {
      const reply = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } });
      if (reply.status !== 206) throw new Error(`${url} sends no part of itself (${reply.status})`);
      return new Uint8Array(await reply.arrayBuffer());
    },
  };
}
