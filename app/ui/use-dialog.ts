import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from "react";

interface DialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A dialog over everything, or beside the view where the window is as `beside` says. The browser keeps the focus inside
 * while it is over everything; the focus goes back when it is closed. Esc asks for its end.
 */
export function useDialog(onClose: () => void, beside = "not all"): DialogProps {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const before = document.activeElement;
    const place = matchMedia(beside);
    const open = () => {
      if (element.open) element.close();
      if (place.matches) element.show();
      else element.showModal();
    };
    open();
    place.addEventListener("change", open);
    return () => {
      place.removeEventListener("change", open);
      element.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [beside]);
  const end = (event: SyntheticEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return {
    ref,
    onCancel: end,
    // A search field would keep its first Esc for itself.
    onKeyDown: (event) => event.key === "Escape" && end(event),
  };
}
