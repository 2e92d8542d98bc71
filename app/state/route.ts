import { assertNever } from "../../worker/protocol/assert-never.ts";
import type { ConversationId, MemoryId, RunId } from "../../worker/protocol/ids.ts";

/** The parts of the settings page that have an address. */
export const SETTINGS_SECTIONS = [
  "appearance",
  "chat",
  "answers",
  "permissions",
  "connections",
  "privacy",
  "data",
  "about",
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** What the address bar asks for. Hash routes, so that the app works under any path of any static host. */
export type Route =
  | { readonly type: "new-chat"; readonly question: string }
  | { readonly type: "chat"; readonly conversationId: ConversationId }
  | { readonly type: "memory"; readonly memoryId?: MemoryId }
  | { readonly type: "tasks" }
  /** A file by its path, with a piece of its text to show; empty for all folders. */
  | { readonly type: "files"; readonly file: string; readonly find: string }
  | { readonly type: "models" }
  | { readonly type: "gym" }
  | { readonly type: "runs" }
  | { readonly type: "run"; readonly runId: RunId }
  | { readonly type: "tools" }
  | { readonly type: "settings"; readonly section: SettingsSection };

/** Reads a location's hash and query; anything unknown is a new chat. `?q=` may stand before or inside the hash. */
export function toRoute(hash: string, search = ""): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [head = "", rest = ""] = path.split("/", 2).map(decode);
  switch (head) {
    case "chat":
      return rest === "" ? { type: "new-chat", question: "" } : { type: "chat", conversationId: rest };
    case "memory":
      return rest === "" ? { type: head } : { type: head, memoryId: rest };
    case "files":
      return { type: head, file: rest, find: new URLSearchParams(query).get("find") ?? "" };
    case "tasks":
    case "models":
    case "gym":
    case "tools":
      return { type: head };
    case "runs":
      return rest === "" ? { type: "runs" } : { type: "run", runId: rest };
    case "settings":
      return { type: "settings", section: SETTINGS_SECTIONS.find((section) => section === rest) ?? "appearance" };
    default: {
      const question = new URLSearchParams(query).get("q") ?? new URLSearchParams(search).get("q") ?? "";
      return { type: "new-chat", question: question.slice(0, 4000) };
    }
  }
}

/** The address without the question that it brought along. */
export function toAddressWithoutQuestion(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("q");
  url.hash = toHash({ type: "new-chat", question: "" });
  return url.href;
}

/** The hash for a route. */
export function toHash(route: Route): string {
  switch (route.type) {
    case "new-chat":
      return route.question === "" ? "#/" : `#/?q=${encodeURIComponent(route.question)}`;
    case "chat":
      return `#/chat/${encodeURIComponent(route.conversationId)}`;
    case "memory":
      return route.memoryId === undefined ? "#/memory" : `#/memory/${encodeURIComponent(route.memoryId)}`;
    case "files": {
      const { file, find } = route;
      const query = find === "" ? "" : `?find=${encodeURIComponent(find)}`;
      return file === "" ? "#/files" : `#/files/${encodeURIComponent(file)}${query}`;
    }
    case "tasks":
    case "models":
    case "gym":
    case "runs":
    case "tools":
      return `#/${route.type}`;
    case "run":
      return `#/runs/${encodeURIComponent(route.runId)}`;
    case "settings":
      return `#/settings/${route.section}`;
    default:
      return assertNever(route);
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
