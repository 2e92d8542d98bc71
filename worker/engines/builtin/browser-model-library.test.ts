import { describe, expect, test } from "vitest";
import {
  type FakeControl,
  type FakeOptions,
  installFakeLanguageModel,
} from "../../../e2e/harness/fake-language-model.ts";
import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import type { DeviceReport } from "../../protocol/device-plan.ts";
import type { LoadProgress, ModelEntry } from "../../protocol/model.ts";
import { addBrowserModel } from "./browser-model-library.ts";

const STARTER: ModelEntry = {
  id: "starter",
  title: "Starter",
  engines: ["wllama"],
  format: "chatml",
  contextTokens: 2048,
  local: true,
};
const REPORT: DeviceReport = {
  adapter: null,
  forced: null,
  cores: 4,
  threads: 3,
  memoryBytes: null,
  budgetBytes: 0,
  freeBytes: null,
  plans: [],
  recommendation: { modelId: "other", deviceClass: "processor", runnersUp: ["more"] },
};
const NEVER = new AbortController().signal;

function open(
  options: FakeOptions = {},
  facts: { readonly isChrome?: boolean; readonly languages?: readonly string[] } = {},
) {
  const control: FakeControl = installFakeLanguageModel({ isPressed: true, ...options });
  const refuse = async (): Promise<never> => {
    throw new Error("not asked for here");
  };
  const inner: ModelLibrary = {
    list: async () => [STARTER, { ...STARTER, id: "other", local: false }],
    choose: refuse,
    download: refuse,
    load: refuse,
    noteTurn: refuse,
    importFiles: refuse,
    importFolder: refuse,
    delete: refuse,
    plan: async () => REPORT,
    verify: refuse,
  };
  const library = addBrowserModel(inner, {
    api: Reflect.get(globalThis, "LanguageModel"),
    title: "Chrome’s own model",
    isChrome: true,
    languages: ["en"],
    toTemplate: () => chatmlTemplate,
    ...facts,
  });
  const find = async (): Promise<ModelEntry> => {
    const found = (await library.list()).find(({ id }) => id === "browser");
    if (found === undefined) throw new Error("it is not listed");
    return found;
  };
  return { library, control, find };
}

describe("the browser's own model among the others", () => {
  test.each([
    ["stands first where it is there and runs on the device", {}, true, ["browser", "starter", "other"], "browser"],
    ["stands second in a browser that does not say where it runs", {}, false, ["starter", "browser", "other"], "other"],
    [
      "stands second until it was downloaded",
      { availability: "downloadable" },
      true,
      ["starter", "browser", "other"],
      "other",
    ],
    [
      "stands second while it is on its way",
      { availability: "downloading" },
      true,
      ["starter", "browser", "other"],
      "other",
    ],
    ["is not offered where there is none", { availability: "unavailable" }, true, ["starter", "other"], "other"],
  ] as const)("%s", async (_title, options, isChrome, listed, recommended) => {
    const { library } = open(options, { isChrome });
    expect((await library.list()).map(({ id }) => id)).toEqual(listed);
    expect((await library.plan(null)).recommendation.modelId).toBe(recommended);
  });

  test.each([
    ["available", "browser-here"],
    ["downloadable", "browser-to-fetch"],
    ["downloading", "browser-fetching"],
  ] as const)("says what it takes when it is %s", async (availability, note) => {
    expect((await open({ availability }).find()).note).toBe(note);
    expect((await open({ availability }, { isChrome: false }).find()).note).toBe("browser-unknown");
  });

  test("is offered for English, with a sentence, where the browser does not promise the user's language", async () => {
    expect((await open({}, { languages: ["de"] }).find()).unpromised).toBe("de");
    expect((await open({ languages: ["en", "de"] }, { languages: ["de"] }).find()).unpromised).toBeUndefined();
  });

  test("is downloaded with its progress after a press, and loads then", async () => {
    const { library, find, control } = open({ availability: "downloadable" });
    const entry = await find();
    const progress: LoadProgress[] = [];
    expect(await library.download(entry, (each) => progress.push(each), NEVER)).toEqual({ ok: true, value: null });
    expect(progress.map(({ done }) => done)).toEqual([0, 25, 50, 75, 100]);
    expect(control.open).toBe(0);
    const loaded = await library.load(await find(), { engine: "builtin", reason: "" }, () => undefined, NEVER);
    expect(loaded.ok && loaded.value.info.contextTokens).toBe(4096);
    expect((await find()).contextTokens).toBe(4096);
  });

  test.each([
    ["without a press", { isPressed: false }],
    ["over a connection that breaks", { downloadFails: true }],
  ])("is not downloaded %s, and says so", async (_title, options) => {
    const { library, find } = open({ availability: "downloadable", ...options });
    const failed = await library.download(await find(), () => undefined, NEVER);
    expect(failed).toMatchObject({ ok: false, failure: { code: "browser-download" } });
  });

  test("can be cancelled on its way", async () => {
    const { library, find } = open({ availability: "downloadable", downloadMs: 5000 });
    const cancel = new AbortController();
    const downloading = library.download(await find(), () => cancel.abort(), cancel.signal);
    expect(await downloading).toMatchObject({ ok: false, failure: { code: "cancelled" } });
  });

  test("is never downloaded by being loaded, and is gone where it has vanished", async () => {
    const { library, find, control } = open({ availability: "downloadable" });
    const entry = await find();
    const load = () => library.load(entry, { engine: "builtin", reason: "" }, () => undefined, NEVER);
    expect(await load()).toMatchObject({ ok: false, failure: { code: "browser-download" } });
    control.availability = "unavailable";
    expect(await load()).toMatchObject({ ok: false, failure: { code: "browser-model-gone" } });
    expect(control.calls).toEqual([]);
  });

  test("runs with no engine that the user has set", async () => {
    const { library, find } = open();
    expect(await library.choose(await find(), "wllama")).toMatchObject({
      ok: false,
      failure: { code: "model-unsupported" },
    });
    expect(await library.choose(await find(), null)).toMatchObject({ ok: true, value: { engine: "builtin" } });
  });
});
