/** The lines of a body as they come in, without their ends; the last one too when nothing ends it. */
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
 * The JSON text of a line of a stream: of a server-sent event (`data: {…}`; an error may come as `error: {…}`), or the
 * line itself where each is an object of its own. `end` for the mark that OpenAI's interface closes with; null for what
 * carries nothing.
 */
export function toPayload(line: string): string | null {
  const text = line.replace(/^(?:data|error):/, "").trim();
  if (text === "[DONE]") return "end";
  return text.startsWith("{") ? text : isSilent(text) ? null : text;
}

/** An empty line, a comment that keeps the connection open, or an event's name. */
function isSilent(text: string): boolean {
  return text === "" || text.startsWith(":") || /^(?:event|id|retry):/.test(text);
}
