/** A room that can be taken out, and all that knows of it outside. */
export interface RemovableRoom {
  /** Folders and files that are the room, or need it and are of no use without it. */
  readonly paths: readonly string[];
  /** Its registration: by file, how each import, list entry, member or test begins that goes with it. */
  readonly cuts: Readonly<Record<string, readonly string[]>>;
}

/** The rooms that `dev/scripts/without-room.ts` takes out. */
export const REMOVABLE_ROOMS: Readonly<Record<string, RemovableRoom>> = {
  flows: {
    paths: ["worker/flows", "package/examples/guarded-flow.ts", "package/examples/notifier.ts"],
    cuts: {
      "dev/scripts/rooms/removable-rooms.ts": ["flows: {", '"worker/flows/flows-in-host.test.ts": ['],
      "worker/compose.ts": ['async () => (await import("./flows/'],
      "package/alcove.ts": ["export { defineFlow }", "export type { Flow,"],
      "package/files.ts": [
        "export type { FlowFile,",
        "export { readFlowFile }",
        "export type { KnownNames }",
        "export { type FlowParts,",
      ],
      "package/cli/check-files.ts": ["import { readFlowFile }", 'if (toToolFileKind(path) === "flow")'],
      "package/cli/check-files.test.ts": ['it("checks a flow with its graph'],
      "dev/scripts/fuzz/file-targets.ts": ["import { readFlowFile }", 'toTextTarget(\n    "flow",'],
      "package/examples/examples.contract.ts": [
        "import { runGuardedFlow }",
        "import { runNotifier }",
        'it("guarded flow:',
        'it("notifier:',
      ],
      "package/examples/sessions.contract.ts": ["import { runNotifier }", 'it.each([\n      ["generic"'],
    },
  },
  fastpath: {
    paths: ["worker/fastpath", "worker/assistant/false-acts.test.ts", "dev/scripts/attacks/false-acts.slow.test.ts"],
    cuts: {
      "dev/scripts/rooms/removable-rooms.ts": ["fastpath: {"],
      "worker/compose.ts": ["loadResponders: async () =>"],
      "dev/scripts/attacks/attack-bench.ts": ["import { createResponders }", "...(exact ? { responders:"],
      "dev/bench/ask/ask-host.ts": ["import { createResponders }", "responders: createResponders()"],
      "dev/conventions/words.test.ts": ['describe("the words of people\'s languages"'],
    },
  },
  "tasks-view": {
    paths: ["app/views/tasks"],
    cuts: {
      "dev/scripts/rooms/removable-rooms.ts": ['"tasks-view": {'],
      "app/shell/views.ts": ['view("tasks"'],
    },
  },
  voice: {
    paths: [
      "app/parts/voice",
      "app/styles/voice.css",
      "worker/search/guess-language.ts",
      "worker/search/guess-language.test.ts",
      "e2e/page-voice.spec.ts",
    ],
    cuts: {
      "dev/scripts/rooms/removable-rooms.ts": ["voice: {"],
      "app/views/chat/answer-extras.ts": ["import { loadLater }", "loadLater(() => import("],
      "app/views/chat/composer/add-entries.ts": ["import { loadLater }", "loadLater(() => import("],
    },
  },
  "light-tool": {
    paths: ["worker/tools/home"],
    cuts: {
      "dev/scripts/rooms/removable-rooms.ts": ['"light-tool": {'],
      "worker/assistant/assistant.ts": ["import { setLight }", "setLight"],
      "worker/assistant/assistant.test.ts": ['it("has a name of its own"'],
      "worker/flows/flows-in-host.test.ts": ['it("detects in the app'],
      "dev/scripts/attacks/attack-goals.ts": ["import { setLight }", '{ name: "set_light"', "setLight"],
    },
  },
  "page-tool": {
    paths: [
      "worker/tools/pages",
      "worker/assistant/pages-skill.ts",
      "worker/assistant/draft-tools.test.ts",
      "dev/scripts/attacks/page-sources.ts",
    ],
    cuts: {
      "dev/scripts/rooms/removable-rooms.ts": ['"page-tool": {'],
      "worker/compose.ts": ["async function addPages", "addPages"],
      "dev/scripts/attacks/play-attacks.ts": ["import { PAGE_SOURCES }", "...PAGE_SOURCES"],
      "dev/scripts/attacks/adaptive/readers.ts": ["import { createReadPage }", "createReadPage({"],
      "dev/scripts/fuzz/file-targets.ts": ["import { readMainText }", 'toTextTarget(\n    "main-text",'],
    },
  },
  "script-tool": {
    paths: [
      "worker/tools/scripts",
      "worker/assistant/code-skill.ts",
      "worker/assistant/code-skill.test.ts",
      "worker/assistant/draft-tools.test.ts",
      "worker/assistant/personal-tools.test.ts",
    ],
    cuts: {
      "dev/scripts/rooms/removable-rooms.ts": ['"script-tool": {'],
      "worker/compose.ts": ["async function addCode", "addCode"],
      "dev/scripts/fuzz/file-targets.ts": [
        "import { readScriptResults }",
        'toJsonTarget("script results"',
        "function readShown",
      ],
    },
  },
};
