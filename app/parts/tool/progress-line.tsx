import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";

/** How far a server's call is, where the server says. */
export function ProgressLine({ tool }: { readonly tool: string }) {
  const t = useText();
  const progress = useAppState(({ servers }) => servers.find(({ progress }) => tool in progress)?.progress[tool]);
  if (progress === undefined) return null;
  const { done, total, message = "" } = progress;
  const share = total !== undefined && total > 0 ? `${t.number(done)} / ${t.number(total)}` : t.number(done);
  return (
    <span className="tool-preview" role="status" data-testid="call-progress">
      {[share, revealText(message)].filter((part) => part !== "").join(" · ")}
    </span>
  );
}
