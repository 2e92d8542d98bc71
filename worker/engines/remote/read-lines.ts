/** Yields the lines of a body as they arrive, without their line breaks, also an unterminated last line. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      yield* lines;
      if (!done) continue;
      if (rest !== "") yield rest;
      return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The JSON text of a stream's line: of a server-sent event (`data: {…}`; an error may come as `error: {…}`), or the line
 * itself where each is an object. `end` for the mark that closes OpenAI's streams; null for a line without content.
 */
export function toPayload(line: string): string | null {
  const text = line.replace(/^(?:data|error):/, "").trim();
  if (text === "[DONE]") return "end";
  return text.startsWith("{") ? text : isSilent(text) ? null : text;
}

/** An empty line, a comment that keeps the connection alive, or an event's name. */
function isSilent(text: string): boolean {
  return text === "" || text.startsWith(":") || /^(?:event|id|retry):/.test(text);
}
