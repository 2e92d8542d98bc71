import type { Result } from "../../worker/protocol/failure.ts";
import { type AppDeps, type StateAccess, type Toast, toResult } from "./app-state.ts";

/** A toast to show; `commit` runs when it goes away without having been undone. */
export interface NewToast extends Omit<Toast, "key"> {
  readonly commit?: () => void;
}

export type ToastActions = ReturnType<typeof createToastActions>;

/** How long an undo is on offer, in milliseconds. */
export const UNDO_MS = 8000;
const NOTE_MS = 5000;

export function createToastActions(deps: AppDeps, state: StateAccess) {
  const endings = new Map<string, () => void>();

  function remove(key: string): void {
    endings.delete(key);
    state.set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.key !== key) }));
  }

  function show({ commit, undo, ...toast }: NewToast): void {
    const key = deps.newKey();
    const end = (callback: (() => void) | undefined) => {
      if (!endings.has(key)) return;
      cancel();
      remove(key);
      callback?.();
    };
    const cancel =
      toast.action === undefined
        ? deps.delay(undo === undefined ? NOTE_MS : UNDO_MS, () => end(commit))
        : () => undefined;
    endings.set(key, () => end(commit));
    state.set(({ toasts }) => ({
      toasts: [...toasts, { ...toast, key, ...(undo !== undefined && { undo: () => end(undo) }) }],
    }));
  }

  return {
    show,
    /** Shows that something was not saved, if the call failed. Returns whether it was saved. */
    async reportUnsaved(saving: Promise<Result<unknown>>): Promise<boolean> {
      const { ok } = await toResult(saving);
      if (!ok) show({ text: "toast.not-saved" });
      return ok;
    },
    dismiss(key: string): void {
      endings.get(key)?.();
    },
    /** Ends every toast now, so that what was decided happens before the page is closed. */
    flush(): void {
      for (const end of [...endings.values()]) end();
    },
  };
}
