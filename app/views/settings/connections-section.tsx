import { type ReactElement, useId, useState } from "react";
import { type RemoteServer, SERVER_DIALECTS } from "../../../worker/protocol/remote-server.ts";
import {
  CATALOG_HOSTS,
  isAllowedHost,
  readAllowedHosts,
  toConnectPolicy,
  writeAllowedHosts,
} from "../../boot/allowed-hosts.ts";
import { readServer, toServerHosts, toServerUrl, writeServer } from "../../boot/own-server.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useApp } from "../../use-app.ts";

/** What the page may talk to beside its own address. Changes take effect at the next load, which lays down the policy. */
export function ConnectionsSection(): ReactElement {
  const t = useText();
  const { toasts } = useApp();
  const [server, setServer] = useState(readServer);
  const [hosts, setHosts] = useState(readAllowedHosts);
  const [loaded] = useState({ server, hosts: readLoadedPolicy() });
  const keep = (write: () => void) => {
    try {
      write();
    } catch {
      toasts.show({ text: "toast.not-saved" });
    }
    setServer(readServer());
    setHosts(readAllowedHosts());
  };
  const isPending =
    loaded.hosts !== toConnectPolicy([...toServerHosts(server), ...hosts]) ||
    JSON.stringify(loaded.server) !== JSON.stringify(server);
  return (
    <>
      {isPending && (
        <div className="row" role="status" data-testid="reload-needed">
          <p>{t.text("connections.reload")}</p>
          <Button tone="primary" small onClick={() => location.reload()}>
            {t.text("connections.reload-now")}
          </Button>
        </div>
      )}
      <OwnServer server={server} onSave={(changed) => keep(() => writeServer(changed))} />
      <AllowedHosts hosts={hosts} onChange={(changed) => keep(() => writeAllowedHosts(changed))} />
    </>
  );
}

/** The policy that this page was loaded with. */
function readLoadedPolicy(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[data-connect]")?.content;
}

interface OwnServerProps {
  readonly server: RemoteServer | null;
  readonly onSave: (server: RemoteServer | null) => void;
}

function OwnServer({ server, onSave }: OwnServerProps): ReactElement {
  const t = useText();
  const id = useId();
  const [isBad, setBad] = useState(false);
  const read = (form: FormData): RemoteServer | null => {
    const text = (name: string): string => String(form.get(name) ?? "").trim();
    const url = toServerUrl(text("url"));
    const dialect = SERVER_DIALECTS.find((each) => each === text("kind"));
    if (url === null || dialect === undefined) return null;
    const temperature = Number.parseFloat(text("temperature"));
    return {
      dialect,
      url,
      model: text("model"),
      ...(Number.isNaN(temperature) ? {} : { temperature: Math.min(2, Math.max(0, temperature)) }),
      ...(text("key") === "" ? {} : { apiKey: text("key") }),
    };
  };
  return (
    <form
      className="field form"
      aria-labelledby={`${id}-title`}
      data-testid="own-server"
      // Another server's values: the fields are made anew.
      key={JSON.stringify(server)}
      onSubmit={(event) => {
        event.preventDefault();
        const entered = read(new FormData(event.currentTarget));
        setBad(entered === null);
        if (entered !== null) onSave(entered);
      }}
    >
      <h2 id={`${id}-title`}>{t.text("own-server.title")}</h2>
      <p className="quiet">{t.text("own-server.lead")}</p>
      <p data-testid="own-server-state">
        {server === null ? t.text("own-server.off") : t.text("own-server.on", { host: new URL(server.url).host })}
      </p>
      <label className="field">
        <span>{t.text("own-server.kind")}</span>
        <select name="kind" defaultValue={server?.dialect ?? "llama.cpp"}>
          {SERVER_DIALECTS.map((dialect) => (
            <option key={dialect} value={dialect}>
              {t.text(`own-server.kind.${dialect}`)}
            </option>
          ))}
        </select>
      </label>
      <div className="field">
        <label htmlFor={`${id}-url`}>{t.text("own-server.url")}</label>
        <input
          id={`${id}-url`}
          name="url"
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="127.0.0.1:8080"
          defaultValue={server?.url}
          aria-describedby={`${id}-url-note`}
          aria-invalid={isBad}
        />
        <p className="quiet field-note" id={`${id}-url-note`}>
          {isBad ? t.text("own-server.url-bad") : t.text("own-server.url-note", { origin: location.origin })}
        </p>
        {location.protocol === "https:" && <p className="quiet field-note">{t.text("own-server.mixed")}</p>}
      </div>
      <div className="field">
        <label htmlFor={`${id}-model`}>{t.text("own-server.model")}</label>
        <input
          id={`${id}-model`}
          name="model"
          autoComplete="off"
          spellCheck={false}
          defaultValue={server?.model}
          aria-describedby={`${id}-model-note`}
        />
        <p className="quiet field-note" id={`${id}-model-note`}>
          {t.text("own-server.model-note")}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-temperature`}>{t.text("own-server.temperature")}</label>
        <input
          id={`${id}-temperature`}
          name="temperature"
          type="number"
          min={0}
          max={2}
          step={0.05}
          defaultValue={server?.temperature}
          aria-describedby={`${id}-temperature-note`}
        />
        <p className="quiet field-note" id={`${id}-temperature-note`}>
          {t.text("settings.empty-default")}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-key`}>{t.text("own-server.key")}</label>
        <input
          id={`${id}-key`}
          name="key"
          type="password"
          autoComplete="off"
          defaultValue={server?.apiKey}
          aria-describedby={`${id}-key-note`}
        />
        <p className="quiet field-note" id={`${id}-key-note`}>
          {t.text("own-server.key-note")}
        </p>
      </div>
      <div className="row">
        <Button type="submit" tone="primary">
          {t.text("own-server.save")}
        </Button>
        {server !== null && <Button onClick={() => onSave(null)}>{t.text("own-server.remove")}</Button>}
      </div>
    </form>
  );
}

interface AllowedHostsProps {
  readonly hosts: readonly string[];
  readonly onChange: (hosts: readonly string[]) => void;
}

function AllowedHosts({ hosts, onChange }: AllowedHostsProps): ReactElement {
  const t = useText();
  const id = useId();
  const [isBad, setBad] = useState(false);
  return (
    <div className="field">
      <h2>{t.text("hosts.title")}</h2>
      <p className="quiet">{t.text("hosts.lead")}</p>
      {hosts.length === 0 && <p>{t.text("hosts.empty")}</p>}
      <ul className="grants" data-testid="allowed-hosts">
        {hosts.map((host) => (
          <li key={host}>
            <code>{host}</code>
            <Button
              small
              aria-label={t.text("hosts.remove", { host })}
              onClick={() => onChange(hosts.filter((each) => each !== host))}
            >
              {t.text("action.delete")}
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="form"
        aria-label={t.text("hosts.title")}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const host = toHost(String(new FormData(form).get("host") ?? ""));
          setBad(host === null);
          if (host === null) return;
          onChange([...hosts, host]);
          form.reset();
        }}
      >
        <div className="field">
          <label htmlFor={`${id}-host`}>{t.text("hosts.add")}</label>
          <input
            id={`${id}-host`}
            name="host"
            required
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://api.example.com"
            aria-describedby={`${id}-host-note`}
            aria-invalid={isBad}
          />
          <p className="quiet field-note" id={`${id}-host-note`}>
            {t.text(isBad ? "hosts.bad" : "hosts.add-note")}
          </p>
        </div>
        <div className="row">
          <Button type="submit">{t.text("hosts.add-now")}</Button>
          {CATALOG_HOSTS.some((host) => !hosts.includes(host)) && (
            <Button onClick={() => onChange([...hosts, ...CATALOG_HOSTS])}>{t.text("hosts.catalog")}</Button>
          )}
        </div>
      </form>
    </div>
  );
}

/** The host in what was typed; a path behind it is left out. */
function toHost(text: string): string | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/[^/]+)\/.*$/, "$1");
  return isAllowedHost(typed) ? typed : null;
}
