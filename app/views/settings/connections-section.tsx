import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import {
  CATALOG_HOSTS,
  isAllowedHost,
  readAllowedHosts,
  toConnectPolicy,
  writeAllowedHosts,
} from "../../services/allowed-hosts.ts";
import { type KeptServer, keepServer, readServer, toServerHosts } from "../../services/own-server.ts";
import { toFramePolicy, writeLetsPages } from "../../services/server-pages.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { NotedInput } from "../../ui/fields/setting-fields.tsx";
import { OfferedTools } from "./offered-tools.tsx";
import { OwnServer } from "./own-server.tsx";
import { ServersSection } from "./servers-section.tsx";

/** Hosts that the page may talk to beside its own address. Changes take effect at the next load, which lays down the policy. */
export function ConnectionsSection() {
  const t = useText();
  const { api, toasts } = useApp();
  const [server, setServer] = useState(readServer);
  const [hosts, setHosts] = useState(readAllowedHosts);
  const [loaded] = useState({ server, policy: readLoadedPolicy() });
  const [isKeyChanged, setKeyChanged] = useState(false);
  const [isBadHost, setBadHost] = useState(false);
  const saveServer = async (changed: KeptServer | null): Promise<void> => {
    await keepServer(changed, api);
    if (changed?.apiKey !== undefined) setKeyChanged(true);
  };
  const keep = async (write: () => void | Promise<void>) => {
    try {
      await write();
    } catch {
      toasts.show({ text: "toast.not-saved" });
    }
    setServer(readServer());
    setHosts(readAllowedHosts());
  };
  const keepHosts = (changed: readonly string[]) => void keep(() => writeAllowedHosts(changed));
  const isServerPending = isKeyChanged || JSON.stringify(loaded.server) !== JSON.stringify(server);
  const isPending =
    isServerPending || loaded.policy !== `${toConnectPolicy([...toServerHosts(server), ...hosts])}; ${toFramePolicy()}`;
  return (
    <>
      {isPending && (
        <div className="row" role="status" data-testid="reload-needed">
          <p>{t.text("connections.reload")}</p>
          <Button text="connections.reload-now" tone="primary" small onClick={() => location.reload()} />
        </div>
      )}
      <OwnServer
        server={server}
        isPending={isServerPending}
        onSave={(changed) => void keep(() => saveServer(changed))}
      />
      <ServersSection onLetPages={(each, isOn) => void keep(() => writeLetsPages(each, isOn))} />
      <OfferedTools />
      <div className="field">
        <h2>{t.text("hosts.title")}</h2>
        <p className="quiet">{t.text("hosts.lead")}</p>
        {hosts.length === 0 && <p>{t.text("hosts.empty")}</p>}
        <ul className="grants" data-testid="allowed-hosts">
          {hosts.map((host) => (
            <li key={host}>
              <code>{host}</code>
              <Button
                text="action.delete"
                small
                aria-label={t.text("hosts.remove", { host })}
                onClick={() => keepHosts(hosts.filter((each) => each !== host))}
              />
            </li>
          ))}
        </ul>
        <Form
          aria-label={t.text("hosts.title")}
          onSubmit={(read, form) => {
            const host = toHost(read("host"));
            setBadHost(host === null);
            if (host === null) return;
            keepHosts([...hosts, host]);
            form.reset();
          }}
        >
          <NotedInput
            label={t.text("hosts.add")}
            note={t.text(isBadHost ? "hosts.bad" : "hosts.add-note")}
            name="host"
            required
            inputMode="url"
            spellCheck={false}
            placeholder="https://api.example.com"
            aria-invalid={isBadHost}
          />
          <div className="row">
            <Button text="hosts.add-now" type="submit" />
            {CATALOG_HOSTS.some((host) => !hosts.includes(host)) && (
              <Button text="hosts.catalog" onClick={() => keepHosts([...hosts, ...CATALOG_HOSTS])} />
            )}
          </div>
        </Form>
      </div>
    </>
  );
}

/** The policy that this page was loaded with. */
function readLoadedPolicy(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[data-connect]")?.content;
}

/** The host in what was typed; a path behind it is left out. */
function toHost(text: string): string | null {
  const typed = text.toLowerCase().replace(/^(https?:\/\/[^/]+)\/.*$/, "$1");
  return isAllowedHost(typed) ? typed : null;
}
