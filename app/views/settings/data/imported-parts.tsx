import type { ImportPreview } from "../../../../worker/protocol/stored-data.ts";
import { useText } from "../../../messages/use-text.ts";
import { toConnections } from "../../../services/page-data.ts";
import { revealName } from "../../../ui/trust/reveal-look-alikes.ts";

/** Parts that a file brings beside conversations and notes, by name. */
export function ImportedParts({ preview }: { readonly preview: ImportPreview }) {
  const t = useText();
  const { settings } = preview;
  const connections = toConnections(preview.connections);
  const listed = (names: readonly string[]): string => names.map((name) => revealName(name)).join(", ");
  return (
    <>
      {settings.instructions && <li data-part="instructions">{t.text("data.part.instructions")}</li>}
      {settings.others && <li data-part="settings">{t.text("data.part.settings")}</li>}
      {settings.toolFiles.length > 0 && (
        <li data-part="tools">{t.text("data.part.tools", { names: listed(settings.toolFiles) })}</li>
      )}
      {settings.servers.length > 0 && (
        <li data-part="servers">{t.text("data.part.servers", { names: listed(settings.servers) })}</li>
      )}
      {connections !== null && connections.hosts.length > 0 && (
        <li data-part="hosts">{t.text("data.part.hosts", { names: listed(connections.hosts) })}</li>
      )}
      {connections !== null && connections.server !== null && (
        <li data-part="model-server">
          {t.text("data.part.model-server", { host: listed([new URL(connections.server.url).host]) })}
        </li>
      )}
    </>
  );
}
