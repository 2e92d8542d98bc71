import type { Tool } from "../../../../worker/agent/define/tool.ts";
import type { WorkspacePort } from "../../../../worker/agent/ports/workspace-port.ts";
import type { Attachment } from "../../../../worker/protocol/message.ts";
import { FOLDER } from "../attack-goals.ts";

/** All that strangers worded, as it is in one play. Reset between plays, while the host that reads it goes on. */
export class World {
  attachments: Attachment[] = [];
  /** Texts that came by a link, a share or the clipboard. */
  texts: string[] = [];
  files = new Map<string, string>();
  /** What the folder's tools fail with. */
  folderFault = "";
  table = "";
  events = "";
  page = "";
  result = "";
  structured = "";
  fault = "";
  serverResult = "";
  serverStructure = "";
  serverFault = "";
  scriptResult = "";
  scriptFault = "";
  serviceResult = "";
  serviceFault = "";
  knowledge = "";
  /** Texts of tools and skills that stand before the model from the first question on. */
  listedTool: Readonly<Record<string, unknown>> = {};
  manifestText = "";
  knowledgeText = "";
  skillText = "";
  notes: { readonly text: string; readonly tags?: readonly string[]; readonly task?: true }[] = [];
  archive: { question?: string; answer?: string; note?: string } | null = null;

  reset(): void {
    Object.assign(this, new World());
  }
}

/** The user's folder, with the files of the play. */
export function toWorldFolder(world: World): WorkspacePort {
  const check = (): void => {
    if (world.folderFault !== "") throw new Error(world.folderFault);
  };
  const list = async () => {
    check();
    const entries = [...world.files.keys()].map((path) => ({ path, type: "file" as const }));
    return { entries, total: entries.length };
  };
  const read = async (path: string) => {
    check();
    return { path, text: world.files.get(path) ?? "" };
  };
  return {
    ...FOLDER,
    list,
    find: list,
    read,
    readSource: read,
    search: async () => {
      check();
      const passages = [...world.files].map(([path, text]) => ({ path, start: 0, end: text.length, text }));
      return { passages, reading: null };
    },
    apply: async (change, caller) => {
      if (change.type === "write") world.files.set(change.path, change.text);
      return FOLDER.apply(change, caller);
    },
  };
}

/** A tool whose texts are those of the play, made anew where `readTexts` gives another value; its name stays. */
export function toShiftingTool<Texts>(readTexts: () => Texts, make: (texts: Texts) => Tool): Tool {
  let made: { readonly texts: Texts; readonly tool: Tool } | null = null;
  const find = (): Tool => {
    const texts = readTexts();
    if (made?.texts !== texts || made === null) made = { texts, tool: make(texts) };
    return made.tool;
  };
  return {
    get spec() {
      return find().spec;
    },
    check: (raw) => find().check(raw),
    run: (input, context) => find().run(input, context),
  };
}
