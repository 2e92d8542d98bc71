import type { AppDeps, StateAccess, Toast } from "./app-state.ts";

/** A toast to be: `commit` runs when it goes away without having been undone. */
export interface NewToast extends Omit<Toast, "key"> {
  readonly commit?: () => void;
}

export interface ToastActions {
  show(toast: NewToast): void;
  dismiss(key: string): void;
  /** Ends every toast now, so that what was decided happens before the page goes away. */
  flush(): void;
}

/** How long an undo is on offer, in milliseconds. */
export const UNDO_MS = 8000;
const NOTE_MS = 5000;

export function createToastActions(deps: AppDeps, state: StateAccess): ToastActions {
  const endings = new Map<string, () => void>();

  function remove(key: string): void {
    endings.delete(key);
    state.set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.key !== key) }));
  }

  return {
    show({ commit, undo, ...toast }) {
      const key = deps.newKey();
      const end = () => {
        if (!endings.has(key)) return;
        cancel();
        remove(key);
        commit?.();
      };
      const cancel = deps.delay(undo === undefined ? NOTE_MS : UNDO_MS, end);
      endings.set(key, end);
      const takeBack = () => {
        if (!endings.has(key)) return;
        cancel();
        remove(key);
        undo?.();
      };
      state.set(({ toasts }) => ({
        toasts: [...toasts, { ...toast, key, ...(undo !== undefined && { undo: takeBack }) }],
      }));
    },
    dismiss(key) {
      endings.get(key)?.();
    },
    flush() {
      for (const end of [...endings.values()]) end();
    },
  };
}
