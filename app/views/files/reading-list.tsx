import type { WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { useFiles } from "../../parts/files/use-files.ts";
import { toHash } from "../../state/route.ts";
import { Fold } from "../../ui/fold.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** Which files the agent read, and in which chat. */
export function ReadingList({ workspaces }: { readonly workspaces: readonly WorkspaceInfo[] }) {
  const t = useText();
  const found = useFiles((api) => api.listFileReadings(), "");
  const readings = found?.ok === true ? found.value : [];
  if (readings.length === 0) return null;
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  return (
    <Fold className="section fold" title={`${t.text("folders.read")} (${t.number(readings.length)})`}>
      <ul className="fold-body">
        {readings.map(({ workspaceId, path, at, conversationId }) => {
          const file = `${names.get(workspaceId) ?? ""}/${path}`;
          return (
            <li key={file}>
              <a className="text-link" href={toHash({ type: "files", file, find: "" })} dir="auto">
                {revealName(file)}
              </a>{" "}
              <span className="quiet">{t.date(at)}</span>{" "}
              {conversationId !== "by-hand" && (
                <a className="text-link" href={toHash({ type: "chat", conversationId })}>
                  {t.text("folders.in-chat")}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
