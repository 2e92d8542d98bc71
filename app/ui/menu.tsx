import { type MouseEvent, type ReactNode, type ToggleEvent, useId, useState } from "react";
import { IconButton } from "./button.tsx";
import type { IconName } from "./icon.tsx";

interface MenuProps {
  readonly icon: IconName;
  readonly label: string;
  /** Buttons, drawn while it is open; a press on one puts it away. */
  readonly children: ReactNode;
}

/** A button with a list of actions, over everything else on the page: nothing around it cuts it off. */
export function Menu({ icon, label, children }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const toggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>): void => {
    if (newState === "open") place(currentTarget);
    setOpen(newState === "open");
  };
  const close = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (target instanceof Element && target.closest("button") !== null) currentTarget.hidePopover();
  };
  return (
    <>
      <IconButton icon={icon} label={label} popoverTarget={id} aria-expanded={isOpen} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only presses of its buttons come here */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key presses a button as well */}
      <div className="menu" id={id} popover="auto" onBeforeToggle={toggle} onClick={close}>
        {isOpen && children}
      </div>
    </>
  );
}

/** Puts it beside its button, on the side of the window that has more room. */
function place(menu: HTMLElement): void {
  const { top, bottom, left, right } = menu.previousElementSibling?.getBoundingClientRect() ?? new DOMRect();
  const opensUp = top > innerHeight - bottom;
  const opensLeft = left > innerWidth - right;
  Object.assign(menu.style, {
    top: opensUp ? "auto" : `${bottom}px`,
    bottom: opensUp ? `${innerHeight - top}px` : "auto",
    left: opensLeft ? "auto" : `${left}px`,
    right: opensLeft ? `${innerWidth - right}px` : "auto",
    maxHeight: `${opensUp ? top : innerHeight - bottom}px`,
  });
}
