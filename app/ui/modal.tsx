import { type ReactNode, useEffect } from "react";
import { IconButton } from "./button.tsx";
import { useDialog } from "./use-dialog.ts";

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page: the browser keeps the focus inside, and Esc closes it. */
export function Modal({ title, onClose, children }: ModalProps) {
  const { ref, onKeyDown, onCancel } = useDialog(onClose);
  useEffect(() => ref.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus(), [ref]);
  return (
    <dialog
      className="modal"
      ref={ref}
      aria-label={title}
      onClose={onClose}
      onCancel={onCancel}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="modal-body">
        <header className="modal-head">
          <h2>{title}</h2>
          <IconButton icon="close" text="action.close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
