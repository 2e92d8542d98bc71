import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../messages/use-text.ts";
import { IconButton } from "./button.tsx";

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page: the browser keeps the focus inside, and Esc closes it. */
export function Modal({ title, onClose, children }: ModalProps) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    element.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      className="modal"
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onCancel={onClose}
      onKeyDown={(event) => {
        // A search field would keep its first Esc for itself.
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="modal-body">
        <header className="modal-head">
          <h2>{title}</h2>
          <IconButton icon="close" label={t.text("action.close")} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
