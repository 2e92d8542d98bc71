import { useText } from "../messages/use-text.ts";

/** Stands for a view that is on its way. */
export function ViewWait() {
  const t = useText();
  return <div className="view-loading" role="status" aria-label={t.text("state.loading")} />;
}
