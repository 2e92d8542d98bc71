/** What a server says to a page of another origin that it allows. */
export const OLLAMA_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "content-type": "application/x-ndjson",
};

/** Answers one request as Ollama would: its list, its model, and a generation that calls `add` and then says the sum. */
export function answerAsOllama(url: string, body: string | null): string {
  const { pathname } = new URL(url);
  if (pathname.endsWith("/api/tags")) return JSON.stringify({ models: [{ name: "qwen2.5:7b" }] });
  if (pathname.endsWith("/api/show")) {
    return JSON.stringify({
      template: "<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|><tool_call>",
      model_info: { "qwen2.context_length": 32768 },
    });
  }
  if (!pathname.endsWith("/api/generate")) return "{}";
  const { prompt }: { prompt: string } = JSON.parse(body ?? "{}");
  const [, result] = /<tool_response>\n([\s\S]*?)\n<\/tool_response>/u.exec(prompt) ?? [];
  const text =
    result === undefined
      ? '<tool_call>\n{"name": "add", "arguments": {"a": 17, "b": 25}}\n</tool_call>'
      : `17 + 25 is ${result}.`;
  const lines = [
    { response: text },
    { response: "", done: true, done_reason: "stop", prompt_eval_count: 1, eval_count: 1 },
  ];
  return lines.map((line) => JSON.stringify(line)).join("\n");
}
