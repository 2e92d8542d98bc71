import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, toFields } from "../../protocol/json.ts";
import type { ContentBlock } from "../../protocol/tool.ts";

/** A server's result as the model can read it: text and values; other content is only named. */
export function toContentBlocks(result: JsonObject): readonly ContentBlock[] {
  const content = isJsonArray(result.content) ? result.content : [];
  const blocks = content.map(toContentBlock);
  // Servers repeat structured results as text for older clients: one of the two is enough.
  const value = result.structuredContent;
  if (value === undefined || value === null) return blocks;
  return [{ type: "json", value }, ...blocks.filter((_, at) => toFields(content[at]).type === "resource_link")];
}

function toContentBlock(block: JsonValue): ContentBlock {
  if (!isJsonObject(block)) return { type: "json", value: block };
  const resource = isJsonObject(block.resource) ? block.resource : block;
  switch (block.type) {
    case "text":
      return { type: "text", text: toText(block.text) };
    case "resource":
      return typeof resource.text === "string" ? { type: "text", text: resource.text } : unread("file", resource);
    case "resource_link":
      return {
        type: "json",
        value: { type: "resource_link", uri: toText(block.uri), title: toText(block.title ?? block.name) },
      };
    case "image":
      return unread("image", block);
    case "audio":
      return unread("sound", block);
    default:
      return { type: "json", value: block };
  }
}

/** A server may send any value where a text belongs, even one that no text can be made of by `String`. */
function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

function unread(kind: string, { mimeType }: JsonObject): ContentBlock {
  return { type: "text", text: `[${kind}${typeof mimeType === "string" ? ` ${mimeType}` : ""}, not shown]` };
}
