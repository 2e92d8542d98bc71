import { assertNever } from "../../worker/protocol/assert-never.ts";
import { attempt } from "../../worker/protocol/attempt.ts";
import type { ConversationId, MemoryId, RunId } from "../../worker/protocol/ids.ts";

/** Where something in the page leads. Hash routes, so that the app works under any path of any static host. */
export type Place =
  | { readonly type: "new-chat"; readonly question: string }
  | { readonly type: "chat"; readonly conversationId: ConversationId }
  | { readonly type: "memory"; readonly memoryId?: MemoryId }
  /** A file by its path, with a piece of its text to show; empty for all folders. */
  | { readonly type: "files"; readonly file: string; readonly find: string }
  | { readonly type: "run"; readonly runId: RunId };

/** The place that the address bar asks for: a chat, or a view beside the chats. */
export type Route =
  | Extract<Place, { readonly type: "new-chat" | "chat" }>
  | {
      readonly type: "view";
      readonly name: string;
      /** The address behind the name. */
      readonly rest: string;
      /** A piece of text to show. */
      readonly find: string;
    };

/** Reads a location's hash and query; what is no view is a new chat. `?q=` may stand before or inside the hash. */
export function toRoute(hash: string, search = "", isView: (name: string) => boolean = () => true): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [head = "", rest = ""] = path.split("/", 2).map(decode);
  const words = new URLSearchParams(query);
  if (head === "chat" && rest !== "") return { type: "chat", conversationId: rest };
  if (head !== "chat" && head !== "" && isView(head)) {
    return { type: "view", name: head, rest, find: words.get("find") ?? "" };
  }
  const question = words.get("q") ?? new URLSearchParams(search).get("q") ?? "";
  return { type: "new-chat", question: question.slice(0, 4000) };
}

/** The address without the question that it brought along. */
export function toAddressWithoutQuestion(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("q");
  url.hash = toHash({ type: "new-chat", question: "" });
  return url.href;
}

/** The hash for a place. */
export function toHash(place: Place): string {
  switch (place.type) {
    case "new-chat":
      return place.question === "" ? "#/" : `#/?q=${encodeURIComponent(place.question)}`;
    case "chat":
      return `#/chat/${encodeURIComponent(place.conversationId)}`;
    case "memory":
      return place.memoryId === undefined ? "#/memory" : `#/memory/${encodeURIComponent(place.memoryId)}`;
    case "files": {
      const { file, find } = place;
      const query = find === "" ? "" : `?find=${encodeURIComponent(find)}`;
      return file === "" ? "#/files" : `#/files/${encodeURIComponent(file)}${query}`;
    }
    case "run":
      return `#/runs/${encodeURIComponent(place.runId)}`;
    default:
      return assertNever(place);
  }
}

function decode(part: string): string {
  return attempt(() => decodeURIComponent(part)) ?? part;
}
