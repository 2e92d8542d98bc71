import { useEffect, useRef } from "react";

/** Listens for keys, wherever on the page they are pressed; with `isFirst` before anything on it. */
export function useKeys(listen: (event: KeyboardEvent) => void, isFirst = false): void {
  const current = useRef(listen);
  current.current = listen;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => current.current(event);
    addEventListener("keydown", hear, { capture: isFirst });
    return () => removeEventListener("keydown", hear, { capture: isFirst });
  }, [isFirst]);
}
