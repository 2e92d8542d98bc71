import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ModelRoom } from "../agent/ports/model-library.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import type { LoadProgress, ModelEntry } from "../protocol/model.ts";
import { createEngineRoom } from "./browser-model-library.ts";
import { STARTER_MODEL_ID } from "./catalog/model-catalog.ts";
import { STARTER_FILE } from "./catalog/starter-model.ts";
import { finish, toRequest } from "./generation/model-client.contract.ts";

vi.setConfig({ testTimeout: 120_000 });

const head = await fetch(`/${STARTER_FILE.path}`, { method: "HEAD" });
const hasStarter = head.headers.get("content-length") === String(STARTER_FILE.bytes);
const prompt = "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n<|im_start|>assistant\n";

function openRoom(baseUrl = location.origin): ModelRoom {
  return createEngineRoom({ baseUrl, scripts: false, toTemplate: () => chatmlTemplate });
}

async function findEntry(room: ModelRoom, id: string): Promise<ModelEntry> {
  const entry = (await room.list()).find((each) => each.id === id);
  if (entry === undefined) throw new Error(`no ${id}`);
  return entry;
}

async function load(room: ModelRoom, id: string, onProgress: (progress: LoadProgress) => void = () => undefined) {
  const entry = await findEntry(room, id);
  const choice = await room.choose(entry, "wllama");
  if (!choice.ok) throw new Error(choice.failure.detail);
  return room.load(entry, choice.value, onProgress, new AbortController().signal);
}

describe.skipIf(!hasStarter)("the room of engines, with the starter model (needs `npm run model:fetch`)", () => {
  beforeEach(() => openRoom().delete(STARTER_MODEL_ID));

  test("the starter model is downloaded once, answers, and loads again with its server gone", async () => {
    const room = openRoom();
    expect((await findEntry(room, STARTER_MODEL_ID)).stored).toBeUndefined();
    const steps: LoadProgress[] = [];
    const first = await load(room, STARTER_MODEL_ID, (step) => steps.push(step));
    if (!first.ok) throw new Error(JSON.stringify(first.failure));
    expect(steps.filter((step) => step.type === "download").length).toBeGreaterThan(10);
    await first.value.dispose();
    expect((await findEntry(room, STARTER_MODEL_ID)).stored).toBe(true);

    const later = await load(openRoom("http://127.0.0.1:9/"), STARTER_MODEL_ID);
    if (!later.ok) throw new Error(JSON.stringify(later.failure));
    const answer = await finish(later.value.generate(toRequest(prompt, { maxTokens: 12 })));
    expect(answer.raw).toContain("Paris");
    await later.value.dispose();
  });

  test("a picked GGUF is kept, listed, recognised by its template and deleted again", async () => {
    const room = openRoom();
    const blob = await (await fetch(`/${STARTER_FILE.path}`)).blob();
    const file = new File([blob], "my-model.gguf");
    const imported = await room.importFile(file, () => undefined);
    if (!imported.ok) throw new Error(JSON.stringify(imported.failure));
    expect(imported.value).toMatchObject({ title: "my-model", stored: true, id: `imported-${STARTER_FILE.sha256}` });
    const loaded = await load(openRoom(), imported.value.id);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    expect(loaded.value.info).toMatchObject({ format: "chatml", engine: "wllama" });
    await loaded.value.dispose();
    await room.delete(imported.value.id);
    expect((await room.list()).some(({ id }) => id === imported.value.id)).toBe(false);
  });
});

describe("the room of engines", () => {
  test("a starter model that is not on the server is missing, in the failure's own word", async () => {
    await openRoom().delete(STARTER_MODEL_ID);
    const loaded = await load(openRoom(`${location.origin}/nowhere/`), STARTER_MODEL_ID);
    expect(loaded).toMatchObject({ ok: false, failure: { code: "model-missing" } });
  });

  test("a picked file that is no GGUF is refused before it is copied", async () => {
    const refused = await openRoom().importFile(new File(["hello world"], "notes.txt"), () => undefined);
    expect(refused).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
  });

  test("scripts are on offer only when asked for", async () => {
    const place = { baseUrl: location.origin, toTemplate: () => chatmlTemplate };
    const offered = async (scripts: boolean) =>
      (await createEngineRoom({ ...place, scripts }).list()).some(({ engines }) => engines.includes("scripted"));
    expect([await offered(false), await offered(true)]).toEqual([false, true]);
  });
});
