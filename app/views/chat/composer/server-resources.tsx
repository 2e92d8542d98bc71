import { useState } from "react";
import { createPortal } from "react-dom";
import type { JsonObject } from "../../../../worker/protocol/json.ts";
import type { ServerResource } from "../../../../worker/protocol/mcp.ts";
import { useText } from "../../../messages/use-text.ts";
import { useFaults } from "../../../parts/frame/use-faults.tsx";
import { useRead } from "../../../services/use-read.ts";
import { toResult } from "../../../state/app-state.ts";
import { attachServerFiles } from "../../../state/composer/attach-server-files.ts";
import { suggestValues } from "../../../state/composer/suggest-values.ts";
import { useApp, useAppState, useDraftKey } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureCard } from "../../../ui/failure-card.tsx";
import { SchemaForm } from "../../../ui/fields/schema-form.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { revealText } from "../../../ui/trust/reveal-look-alikes.ts";

/** Resources that are drawn at once; the search finds the others. */
const MAX_SHOWN = 50;

/** Lists what the servers have to attach. Outside of the message's form, whose Enter sends. */
export function ServerResources({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const servers = useAppState((state) => state.servers);
  const [wanted, setWanted] = useState("");
  return createPortal(
    <Modal title={t.text("resources.title")} onClose={onClose}>
      <p className="quiet">{t.text("resources.lead")}</p>
      <SearchField text="resources.search" value={wanted} onChange={setWanted} />
      {servers.map(
        ({ name, hasResources }) =>
          hasResources && <ServerList key={name} server={name} wanted={wanted} onClose={onClose} />,
      )}
    </Modal>,
    document.body,
  );
}

interface ServerListProps {
  readonly server: string;
  readonly wanted: string;
  readonly onClose: () => void;
}

function ServerList({ server, wanted, onClose }: ServerListProps) {
  const t = useText();
  const app = useApp();
  const draftKey = useDraftKey();
  const { fault, report } = useFaults();
  const listed = useRead(async (agent) => toResult(agent.askServer(server, { type: "resources" })), [server]);
  const attach = async ({ uri }: ServerResource, fields?: JsonObject) => {
    const found = await report(app.api.askServer(server, { type: "resource", uri, ...(fields && { fields }) }));
    if (!found) return;
    onClose();
    await attachServerFiles(app.files, { get: app.store.getState, set: app.store.setState }, draftKey, found);
  };
  const all = listed?.ok === true ? listed.value : [];
  const words = wanted.toLowerCase();
  const found = all.filter(({ uri, title }) => `${title} ${uri}`.toLowerCase().includes(words));
  return (
    <section aria-label={server} data-testid="server-resources">
      <h3>{server}</h3>
      {fault ?? (listed?.ok === false && <FailureCard failure={listed.failure} />)}
      {listed === undefined && <p className="quiet shimmer">{t.text("resources.loading")}</p>}
      {listed?.ok === true && found.length === 0 && <p className="quiet">{t.text("resources.none")}</p>}
      <ul className="form">
        {found.slice(0, MAX_SHOWN).map((resource) => (
          <li key={resource.uri} className="card form">
            <Resource server={server} resource={resource} onAttach={(fields) => void attach(resource, fields)} />
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <p className="quiet">{t.text("resources.more", { count: t.number(found.length - MAX_SHOWN) })}</p>
      )}
    </section>
  );
}

interface ResourceProps {
  readonly server: string;
  readonly resource: ServerResource;
  readonly onAttach: (fields?: JsonObject) => void;
}

function Resource({ server, resource, onAttach }: ResourceProps) {
  const t = useText();
  const { api } = useApp();
  const { uri, title, description, size, fields } = resource;
  const [values, setValues] = useState<JsonObject>({});
  const properties = Object.fromEntries((fields ?? []).map((field) => [field, { type: "string" }]));
  return (
    <>
      <strong dir="auto">{revealText(title)}</strong>
      <code className="quiet">{revealText(uri)}</code>
      {description !== "" && <span dir="auto">{revealText(description)}</span>}
      {fields && (
        <SchemaForm
          schema={{ properties, required: fields }}
          value={values}
          suggest={suggestValues(api, server, uri)}
          onChange={(changed) => setValues(changed ?? {})}
        />
      )}
      <div className="row">
        <Button text="resources.attach" small icon="clip" onClick={() => onAttach(fields && values)} />
        {size !== undefined && <span className="quiet">{t.bytes(size)}</span>}
      </div>
    </>
  );
}
