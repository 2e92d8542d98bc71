import type { DirectoryHandle } from "../../worker/protocol/workspaces/workspace.ts";

type PermissionOptions = { readonly mode: "read" | "readwrite" };

/** Additions of browsers with the File System Access API to the standard. */
interface PickingWindow {
  showDirectoryPicker?(options: PermissionOptions): Promise<DirectoryHandle>;
}

interface AskingHandle extends DirectoryHandle {
  requestPermission?(options: PermissionOptions): Promise<string>;
}

/** True if the browser lets a page work with folders of the disk: Chromium on computers does. */
export function canPickFolder(): boolean {
  return "showDirectoryPicker" in globalThis;
}

/** Lets the user pick a folder; null if they do not, or the browser refuses that folder. */
export async function pickFolder(mode: PermissionOptions["mode"]): Promise<DirectoryHandle | null> {
  try {
    return (await (globalThis as PickingWindow).showDirectoryPicker?.({ mode })) ?? null;
  } catch {
    return null;
  }
}

/** Asks again for a folder that was picked in an earlier visit. Only after a press of the user's. */
export async function requestFolder(handle: AskingHandle, mode: PermissionOptions["mode"]): Promise<boolean> {
  const answer = await handle.requestPermission?.({ mode });
  return answer === undefined || answer === "granted";
}
