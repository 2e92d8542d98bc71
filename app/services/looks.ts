import type { TextStore } from "../state/text-store.ts";
import { toJsonObject } from "../state/to-json-object.ts";

/** How the whole page looks. */
export interface Looks {
  /** `light`, `dark`, or `auto` for what the system asks for. */
  readonly theme: string;
  /** 1 is the browser's own font size. */
  readonly fontScale: number;
}

const KEY = "looks";

/** The looks of the last visit. */
export function readLooks(texts: TextStore): Looks {
  const stored = toJsonObject(texts.read(KEY));
  return {
    theme: typeof stored?.theme === "string" ? stored.theme : "auto",
    fontScale: typeof stored?.fontScale === "number" ? stored.fontScale : 1,
  };
}

/** Keeps them for the first frame of the next visit. */
export function keepLooks(texts: TextStore, { theme, fontScale }: Looks): void {
  texts.write(KEY, JSON.stringify({ theme, fontScale }));
}

/** Gives them to a page. */
export function applyLooks(page: HTMLElement, { theme, fontScale }: Looks): void {
  page.dataset.theme = theme;
  page.style.fontSize = `${Math.round(fontScale * 100)}%`;
}
