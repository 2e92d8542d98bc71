import type { App } from "../state/create-app.ts";
import { toHash } from "../state/route.ts";

/** The browser's message at the app's start: the files that a user opened with it (https://wicg.github.io/web-app-launch/). */
interface LaunchParams {
  readonly files: readonly { readonly name: string; getFile(): Promise<File> }[];
}

type Receiver = Pick<App, "chat" | "files" | "toasts">;

/** Takes what other apps hand over into the draft of a new chat. It is never sent by itself. */
export async function takeIncoming(app: Receiver): Promise<void> {
  const { launchQueue } = globalThis as {
    launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void };
  };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) void openInNewChat(app, files);
  });
  const url = new URL(location.href);
  const id = url.searchParams.get("shared");
  if (id === null) return;
  url.searchParams.delete("shared");
  // A reload must not look for it again.
  history.replaceState(history.state, "", url);
  await takeShare(app, id);
}

async function openInNewChat(app: Receiver, handles: LaunchParams["files"]): Promise<void> {
  location.hash = toHash({ type: "new-chat", question: "" });
  const files: File[] = [];
  for (const handle of handles) {
    try {
      files.push(await handle.getFile());
    } catch {
      app.toasts.show({ text: "attachment.gone", values: { name: handle.name } });
    }
  }
  await app.files.add("new", files);
}

/** Takes a share out of where the service worker has kept it; see `app/sw/store-share.ts`. */
async function takeShare(app: Receiver, id: string): Promise<void> {
  const base = new URL("../", document.baseURI);
  const cache = await caches.open(`alcove-shared ${base.pathname}`);
  const take = async (path: string): Promise<Response | undefined> => {
    const address = new URL(path, base).href;
    const kept = await cache.match(address);
    await cache.delete(address);
    return kept;
  };
  const share: { readonly text: string; readonly files: number } | undefined = await (
    await take(`shared/${encodeURIComponent(id)}`)
  )?.json();
  if (share === undefined) {
    app.toasts.show({ text: "toast.share-gone" });
    return;
  }
  const files: File[] = [];
  for (let index = 0; index < share.files; index += 1) {
    const kept = await take(`shared/${encodeURIComponent(id)}/${index}`);
    if (kept === undefined) continue;
    const name = decodeURIComponent(kept.headers.get("X-Name") ?? "file");
    files.push(new File([await kept.blob()], name, { type: kept.headers.get("Content-Type") ?? "" }));
  }
  if (share.text !== "") app.chat.takeText("new", share.text, "share");
  await app.files.add("new", files);
}
