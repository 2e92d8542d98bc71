import { type ReactNode, useState } from "react";
import { useText } from "../messages/use-text.ts";
import { Button } from "../ui/button.tsx";

/** Rows of a list shown at first and with every "more". */
const PAGE = 60;

/** How many of a list's rows are shown, and the button for more; none where all are. */
export function usePaging(total: number): { readonly shown: number; readonly more: ReactNode } {
  const t = useText();
  const [shown, setShown] = useState(PAGE);
  const more = total > shown && (
    <Button small tone="quiet" onClick={() => setShown(shown + PAGE)}>
      {t.text("action.show-more", { count: t.number(total - shown) })}
    </Button>
  );
  return { shown, more };
}
