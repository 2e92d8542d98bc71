import type { GenerateRequest, ModelClient, ModelEvent } from "../../agent/ports/model-client.ts";
import { wrapClient } from "../../agent/ports/wrap-client.ts";
import { countShared, FIRST_PIECE, readPieces } from "./read-pieces.ts";

/**
 * The model, whose prompts are read piece by piece where its engine keeps their beginning: so it stops soon, and an engine
 * that is stopped amid a long prompt would be loaded anew with smaller steps.
 */
export function inPieces(client: ModelClient, now: () => number): ModelClient {
  if (client.info.keepsBeginning !== true) return client;
  const held = { text: client.info.hasRead ?? "" };
  return wrapClient(client, { generate: (request) => generateInPieces(client, request, held, now) });
}

async function* generateInPieces(
  client: ModelClient,
  request: GenerateRequest,
  held: { text: string },
  now: () => number,
): AsyncGenerator<ModelEvent, void, void> {
  const { prompt, signal } = request;
  const opening = prompt.slice(0, Math.max(0, prompt.length - FIRST_PIECE));
  await readPieces(client, { opening, done: countShared(held.text, opening), piece: FIRST_PIECE, signal }, now);
  held.text = "";
  // A generation whose signal has fired already ends at once.
  for await (const event of client.generate(request)) {
    if (event.type === "end") held.text = prompt + event.raw;
    yield event;
  }
}
