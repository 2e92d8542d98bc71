import { type ComponentProps, type ReactNode, useState } from "react";

interface FoldProps extends Omit<ComponentProps<"details">, "title" | "open" | "onToggle" | "children"> {
  readonly title: ReactNode;
  /** Open from the start. */
  readonly isOpen?: boolean;
  /** Its content; as a function it is drawn only while it is open. */
  readonly children: ReactNode | (() => ReactNode);
}

/** Something under its title, folded until it is opened. */
export function Fold({ title, isOpen = false, className = "fold", children, ...rest }: FoldProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details className={className} {...rest} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {typeof children === "function" ? open && children() : children}
    </details>
  );
}
