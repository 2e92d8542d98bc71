import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { BROWSER_MODEL_ID, type BrowserModelFacts, type BrowserModelState } from "../../protocol/browser-model.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { DeviceReport, ModelPlan } from "../../protocol/device-plan.ts";
import { failed, type Result } from "../../protocol/failure.ts";
import type { FormatId, LoadProgress, ModelEntry, ModelNote, TurnUsage } from "../../protocol/model.ts";
import { createSession, toCoreOptions } from "./held-sessions.ts";
import type { PromptApi } from "./prompt-api.ts";

/** The browser's model as the page has told of it, and the way to it. */
export interface BrowserModel extends BrowserModelFacts {
  readonly api: PromptApi;
  toTemplate(format: FormatId, chatTemplate: string | null): ChatTemplate;
}

/** How the browser's model stands, and for which languages it may be asked. */
interface Standing {
  readonly state: BrowserModelState;
  readonly languages: readonly string[];
}

const FALLBACK_LANGUAGES = ["en"];

/**
 * Adds the model that the browser itself brings: before all others where it is known to run on this device and is there, else
 * after the first, to be asked for.
 */
export function addBrowserModel(library: ModelLibrary, model: BrowserModel): ModelLibrary {
  const { api, title, isChrome, toTemplate } = model;
  let contextTokens = 0;
  let writing: ModelPlan["writing"];

  async function look(): Promise<Standing> {
    const ask = async (languages: readonly string[]): Promise<Standing> => {
      const state = await api.availability(toCoreOptions({ api, languages })).catch(() => "unavailable" as const);
      return { state, languages };
    };
    const all = await ask([...new Set([...FALLBACK_LANGUAGES, ...model.languages])]);
    return all.state === "unavailable" ? ask(FALLBACK_LANGUAGES) : all;
  }

  function toEntry({ state, languages }: Standing): ModelEntry {
    const unpromised = model.languages.filter((language) => !languages.includes(language));
    return {
      id: BROWSER_MODEL_ID,
      title,
      engines: ["builtin"],
      format: "chatml",
      policy: "staged",
      contextTokens,
      local: state === "available",
      note: isChrome ? toNote(state) : "browser-unknown",
      ...defined({ unpromised: unpromised[0] }),
    };
  }

  async function plan(report: DeviceReport): Promise<DeviceReport> {
    const { state } = await look();
    if (state === "unavailable") return report;
    const { recommendation } = report;
    const { modelId, runnersUp } = recommendation;
    const own: ModelPlan = {
      modelId: BROWSER_MODEL_ID,
      verdict: "fits",
      engine: "builtin",
      cause: "browser",
      limit: "none",
      contextTokens,
      ...defined({ writing }),
    };
    const isBest = state === "available" && isChrome && report.forced === null;
    return {
      ...report,
      plans: [own, ...report.plans],
      recommendation: isBest
        ? { ...recommendation, modelId: BROWSER_MODEL_ID, runnersUp: [modelId, ...runnersUp] }
        : { ...recommendation, runnersUp: [BROWSER_MODEL_ID, ...runnersUp] },
    };
  }

  /** Has the browser download it; the page was pressed a moment ago. */
  async function download(onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<Result<null>> {
    const { languages } = await look();
    const onDownload = (loaded: number): void =>
      onProgress({ type: "download", done: Math.round(loaded * 100), total: 100, unit: "steps" });
    try {
      (await createSession({ api, languages, onDownload }, signal)).destroy();
      return { ok: true, value: null };
    } catch (error) {
      return signal.aborted ? failed("cancelled") : failed("browser-download", describeError(error));
    }
  }

  return {
    ...library,
    list: async () => {
      const [standing, [first, ...others]] = await Promise.all([look(), library.list()]);
      if (first === undefined || standing.state === "unavailable") return first === undefined ? [] : [first, ...others];
      const own = toEntry(standing);
      return own.local && isChrome ? [own, first, ...others] : [first, own, ...others];
    },
    choose: async (entry, forced) => {
      if (entry.id !== BROWSER_MODEL_ID) return library.choose(entry, forced);
      if (forced !== null && forced !== "builtin")
        return failed("model-unsupported", `the browser runs it, and ${forced} was asked for`);
      return { ok: true, value: { engine: "builtin", reason: "The browser runs it itself." } };
    },
    download: async (entry, onProgress, signal) =>
      entry.id === BROWSER_MODEL_ID ? download(onProgress, signal) : library.download(entry, onProgress, signal),
    load: async (entry, choice, onProgress, signal) => {
      if (entry.id !== BROWSER_MODEL_ID) return library.load(entry, choice, onProgress, signal);
      const { state, languages } = await look();
      if (state === "unavailable") return failed("browser-model-gone");
      // Never by itself: it is gigabytes, and a browser wants a press for it.
      if (state !== "available") return failed("browser-download", state);
      const { BuiltinClient } = await import("./builtin-client.ts");
      const template = toTemplate("chatml", null);
      const loaded = await BuiltinClient.load({ api, modelId: BROWSER_MODEL_ID, languages, template }, signal);
      if (loaded.ok) contextTokens = loaded.value.info.contextTokens;
      return loaded;
    },
    noteTurn: async (entry, choice, usage) => {
      if (entry.id !== BROWSER_MODEL_ID) return library.noteTurn(entry, choice, usage);
      writing = toRate(usage) ?? writing;
    },
    delete: async (modelId) => (modelId === BROWSER_MODEL_ID ? { ok: true, value: null } : library.delete(modelId)),
    plan: async (forced, contexts) => plan(await library.plan(forced, contexts)),
  };
}

function toNote(state: BrowserModelState): ModelNote {
  if (state === "available") return "browser-here";
  return state === "downloading" ? "browser-fetching" : "browser-to-fetch";
}

/** Answers shorter than this tell nothing of a speed. */
const MIN_TOKENS = 20;

function toRate({ completionTokens, decodeMs }: TurnUsage): ModelPlan["writing"] {
  if (completionTokens < MIN_TOKENS || decodeMs === 0) return undefined;
  return { tokensPerSecond: (completionTokens * 1000) / decodeMs, isMeasured: true };
}
