import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { ChatTemplate } from "../formats/templates/chat-template.ts";
import { chooseTemplate } from "../formats/templates/choose-template.ts";
import { toMlcTemplate } from "../formats/templates/mlc-template.ts";
import type { AskPromptApi, BrowserModelFacts } from "../protocol/browser-model.ts";
import { defined } from "../protocol/defined.ts";
import type { MessageSeal } from "../protocol/encryption/message-seal.ts";
import type { FormatId } from "../protocol/model.ts";
import type { RemoteServer } from "../protocol/remote-server.ts";
import { createBrowserModelLibrary, type EngineEnvironment } from "./browser-model-library.ts";
import { shareEngines } from "./shared/share-engines.ts";
import { openTabLink } from "./shared/tab-link.ts";

/** The way to the model that the browser brings, and what the page tells of it. */
export type BrowserModelOffer = readonly [ask: AskPromptApi, facts: BrowserModelFacts];

/** Options for opening the models of a browser. */
export interface ModelLibraryOptions extends Omit<EngineEnvironment, "toTemplate"> {
  /** The user's model server, if there is one. */
  readonly server: RemoteServer | undefined;
  readonly browserModel?: BrowserModelOffer | undefined;
  readonly locks: Pick<LockManager, "request">;
  newId(): string;
  /** Seals what tabs tell each other; null where nothing of the user's is encrypted. */
  readMessageSeal(): MessageSeal | null;
  /** Milliseconds since the epoch: some templates name the day. */
  now(): number;
}

/** The models of this browser, each with one engine for all tabs, and that of the user's server. */
export async function openModelLibrary(options: ModelLibraryOptions): Promise<ModelLibrary> {
  const { server, browserModel, locks, newId, now, readMessageSeal, ...environment } = options;
  const toTemplate = (format: FormatId, chatTemplate: string | null, name?: string): ChatTemplate => ({
    ...chooseTemplate(format, chatTemplate, new Date(now()), name),
    source: { format, chatTemplate, ...defined({ name }) },
  });
  const shared = shareEngines(createBrowserModelLibrary({ ...environment, toTemplate }), {
    link: openTabLink(locks, newId(), readMessageSeal),
    toTemplate: (source) =>
      "conversation" in source
        ? toMlcTemplate(source.conversation)
        : toTemplate(source.format, source.chatTemplate, source.name),
  });
  const library = browserModel === undefined ? shared : await addOffered(shared, browserModel, toTemplate);
  if (server === undefined) return library;
  const { addRemoteModel } = await import("./remote/remote-library.ts");
  return addRemoteModel(library, { server, origin: globalThis.origin, toTemplate });
}

async function addOffered(
  library: ModelLibrary,
  [ask, facts]: BrowserModelOffer,
  toTemplate: EngineEnvironment["toTemplate"],
): Promise<ModelLibrary> {
  const [{ addBrowserModel }, { reachPromptApi }] = await Promise.all([
    import("./builtin/browser-model-library.ts"),
    import("./builtin/remote-prompt-api.ts"),
  ]);
  return addBrowserModel(library, { ...facts, api: reachPromptApi(ask), toTemplate });
}
