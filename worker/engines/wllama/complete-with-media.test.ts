import { expect, test } from "vitest";
import { MEDIA_MARK } from "../../formats/media-mark.ts";
import { completeWithMedia, type StreamedCompletion } from "./complete-with-media.ts";
import type { LoadedEngine } from "./wllama-engine.ts";

/** What the engine is sent for a prompt. */
async function send(prompt: string, media: readonly string[], mediaMarker?: string) {
  const sent: { readonly data_json: string; readonly files: readonly Uint8Array[]; readonly is_chat: boolean }[] = [];
  const inside = {
    mediaMarker,
    proxy: {
      wllamaAction: async (_action: string, message: (typeof sent)[number]) => {
        sent.push(message);
        return { success: true, req_id: 7 };
      },
    },
    getResponse: async (_options: object, _isStream: boolean, requestId: number) => expect(requestId).toBe(7),
  };
  const options: StreamedCompletion & { readonly prompt: string } = { prompt, stream: true, onData: () => undefined };
  await completeWithMedia({ wllama: inside } as unknown as LoadedEngine, options, media);
  const [{ data_json = "{}", files = [], is_chat } = {}] = sent;
  return { prompt: JSON.parse(data_json).prompt, files: files.map((file) => [...file]), is_chat };
}

test("each mark becomes the engine's own, and the files go along in the order of the marks", async () => {
  const sent = await send(`a${MEDIA_MARK}b${MEDIA_MARK}c`, ["AQI=", "Aw=="], "<secret>");
  expect(sent).toEqual({ prompt: "a<secret>b<secret>c", files: [[1, 2], [3]], is_chat: false });
});

test.each([
  ["a mark more than files", `a${MEDIA_MARK}b${MEDIA_MARK}`, ["AQI="], "<secret>"],
  ["a file more than marks", "ab", ["AQI="], "<secret>"],
  ["an engine without a mark", `a${MEDIA_MARK}b`, ["AQI="], undefined],
] as const)("no file goes along where its place is not certain: %s", async (_name, prompt, media, marker) => {
  expect(await send(prompt, media, marker)).toEqual({ prompt: "ab", files: [], is_chat: false });
});
