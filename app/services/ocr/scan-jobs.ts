import type { FileText } from "../../../worker/protocol/workspaces/workspace.ts";
import { drawScan, hasOcr, readScan, type ScanProgress } from "./read-scan.ts";

/** A file that is read by OCR, or that waits for the user to say so. */
export interface ScanJob {
  /** Where it is shown: a file's path in its folder; empty for what goes along with a message. */
  readonly place: string;
  readonly name: string;
  readonly step: { readonly type: "offered" | "failed"; readonly begin: () => void } | ScanProgress;
  readonly cancel: () => void;
}

/** Side of a picture that is drawn to see whether it can be. */
const SMALL = 16;

let jobs: readonly ScanJob[] = [];
const watchers = new Set<() => void>();

export function listScans(): readonly ScanJob[] {
  return jobs;
}

/** Calls back at every change; gives what ends that. */
export function watchScans(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/**
 * Reads a file by OCR: once the user agrees to fetch it, and at once where it is kept here. Gives `known`, which was read
 * without, if they do not, or cancel it.
 */
export async function offerScan(place: string, file: File, known: FileText): Promise<FileText> {
  // Nothing is offered for what cannot be drawn.
  if ((await drawScan(file, 1, SMALL)) === null) return known;
  let last: ScanJob | null = null;
  const show = (job: Pick<ScanJob, "step" | "cancel"> | null): void => {
    const next = job === null ? null : { place, name: file.name, ...job };
    jobs = [...jobs.filter((each) => each !== last), ...(next === null ? [] : [next])];
    last = next;
    for (const watcher of watchers) watcher();
  };
  const ask = (type: "offered" | "failed"): Promise<boolean> =>
    new Promise((resolve) => show({ step: { type, begin: () => resolve(true) }, cancel: () => resolve(false) }));
  try {
    let isAgreed = await hasOcr().catch(() => false);
    for (let next: "offered" | "failed" = "offered"; ; next = "failed") {
      if (!isAgreed && !(await ask(next))) return known;
      const stop = new AbortController();
      const cancel = (): void => stop.abort();
      const onProgress = (step: ScanProgress): void => (stop.signal.aborted ? undefined : show({ step, cancel }));
      onProgress({ type: "fetching", share: 0 });
      const language = document.documentElement.lang;
      const read = await readScan(file, known, language, onProgress, stop.signal).catch(() => null);
      if (read !== null) return read;
      if (stop.signal.aborted) return known;
      // Else what is still being fetched would go on beside the question.
      stop.abort();
      isAgreed = false;
    }
  } finally {
    show(null);
  }
}

/** True where OCR may find text that was not read without it. */
export function lacksText(name: string, read: FileText): boolean {
  if (read.type === "unreadable") return read.reason === "no-text" && /\.(?:pdf|png|jpe?g|webp)$/i.test(name);
  return /\.pdf$/i.test(name) && read.scans === undefined && read.text.split("\f").some((page) => page.trim() === "");
}
