import { type ComponentProps, type ReactNode, useRef } from "react";

interface FilePickerProps extends Omit<ComponentProps<"input">, "type" | "ref" | "children" | "onChange"> {
  readonly testId: string;
  readonly onPick: (files: readonly File[]) => void;
  /** The button; `open` lets the user pick. */
  readonly children: (open: () => void) => ReactNode;
}

/** Lets the user pick files by a button. */
export function FilePicker({ testId, onPick, children, ...rest }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        hidden
        data-testid={testId}
        type="file"
        {...rest}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          // The same file can be picked again.
          target.value = "";
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}
