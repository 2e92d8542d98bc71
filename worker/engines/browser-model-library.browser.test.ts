import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import { chatmlTemplate } from "../formats/templates/chatml-template.ts";
import type { LoadProgress, ModelEntry } from "../protocol/model.ts";
import { createBrowserModelLibrary } from "./browser-model-library.ts";
import { STARTER_FILE, STARTER_MODEL_ID } from "./catalog/starter-model.ts";
import { finish, toRequest } from "./generation/model-client.contract.ts";

vi.setConfig({ testTimeout: 120_000 });

const head = await fetch(`/${STARTER_FILE.path}`, { method: "HEAD" });
const hasStarter = head.headers.get("content-length") === String(STARTER_FILE.bytes);
const prompt = "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n<|im_start|>assistant\n";

function openLibrary(baseUrl = location.origin): ModelLibrary {
  return createBrowserModelLibrary({ baseUrl, scripts: false, toTemplate: () => chatmlTemplate });
}

async function findEntry(library: ModelLibrary, id: string): Promise<ModelEntry> {
  const entry = (await library.list()).find((each) => each.id === id);
  if (entry === undefined) throw new Error(`no ${id}`);
  return entry;
}

async function load(library: ModelLibrary, id: string, onProgress: (progress: LoadProgress) => void = () => undefined) {
  const entry = await findEntry(library, id);
  const choice = await library.choose(entry, "wllama");
  if (!choice.ok) throw new Error(choice.failure.detail);
  return library.load(entry, choice.value, onProgress, new AbortController().signal);
}

describe.skipIf(!hasStarter)("the library of engines, with the starter model (needs `npm run model:fetch`)", () => {
  beforeEach(() => openLibrary().delete(STARTER_MODEL_ID));

  test("the starter model is downloaded once, answers, and loads again with its server gone", async () => {
    const library = openLibrary();
    expect((await findEntry(library, STARTER_MODEL_ID)).stored).toBeUndefined();
    const steps: LoadProgress[] = [];
    const first = await load(library, STARTER_MODEL_ID, (step) => steps.push(step));
    if (!first.ok) throw new Error(JSON.stringify(first.failure));
    expect(steps.filter((step) => step.type === "download").length).toBeGreaterThan(10);
    await first.value.dispose();
    expect((await findEntry(library, STARTER_MODEL_ID)).stored).toBe(true);

    const later = await load(openLibrary("http://127.0.0.1:9/"), STARTER_MODEL_ID);
    if (!later.ok) throw new Error(JSON.stringify(later.failure));
    const answer = await finish(later.value.generate(toRequest(prompt, { maxTokens: 12 })));
    expect(answer.raw).toContain("Paris");
    await later.value.dispose();
  });

  test("a picked GGUF is kept, listed, recognised by its template and deleted again", async () => {
    const library = openLibrary();
    const blob = await (await fetch(`/${STARTER_FILE.path}`)).blob();
    const file = new File([blob], "my-model.gguf");
    const imported = await library.importFiles([file], () => undefined);
    if (!imported.ok) throw new Error(JSON.stringify(imported.failure));
    expect(imported.value).toMatchObject({ title: "my-model", stored: true, id: `imported-${STARTER_FILE.sha256}` });
    const loaded = await load(openLibrary(), imported.value.id);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    expect(loaded.value.info).toMatchObject({ format: "chatml", engine: "wllama" });
    await loaded.value.dispose();
    await library.delete(imported.value.id);
    expect((await library.list()).some(({ id }) => id === imported.value.id)).toBe(false);
  });
});

describe("the library of engines", () => {
  test("a starter model that is not on the server is missing, in the failure's own word", async () => {
    await openLibrary().delete(STARTER_MODEL_ID);
    const loaded = await load(openLibrary(`${location.origin}/nowhere/`), STARTER_MODEL_ID);
    expect(loaded).toMatchObject({ ok: false, failure: { code: "model-missing" } });
  });

  test("a picked file that is no GGUF is refused before it is copied", async () => {
    const refused = await openLibrary().importFiles([new File(["hello world"], "notes.txt")], () => undefined);
    expect(refused).toMatchObject({ ok: false, failure: { code: "model-corrupt" } });
  });

  test("scripts are on offer only when asked for", async () => {
    const place = { baseUrl: location.origin, toTemplate: () => chatmlTemplate };
    const offered = async (scripts: boolean) =>
      (await createBrowserModelLibrary({ ...place, scripts }).list()).some(({ engines }) =>
        engines.includes("scripted"),
      );
    expect([await offered(false), await offered(true)]).toEqual([false, true]);
  });
});
