import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { CATALOG_HOSTS, isAllowedHost } from "../../services/allowed-hosts.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { NotedInput } from "../../ui/fields/setting-fields.tsx";

interface AllowedHostsProps {
  readonly hosts: readonly string[];
  readonly onChange: (hosts: readonly string[]) => void;
}

/** Hosts that the page may ask beside its own. */
export function AllowedHosts({ hosts, onChange }: AllowedHostsProps) {
  const t = useText();
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
              text="action.delete"
              small
              aria-label={t.text("hosts.remove", { host })}
              onClick={() => onChange(hosts.filter((each) => each !== host))}
            />
          </li>
        ))}
      </ul>
      <Form
        aria-label={t.text("hosts.title")}
        onSubmit={(read, form) => {
          const host = toHost(read("host"));
          setBad(host === null);
          if (host === null) return;
          onChange([...hosts, host]);
          form.reset();
        }}
      >
        <NotedInput
          label={t.text("hosts.add")}
          note={t.text(isBad ? "hosts.bad" : "hosts.add-note")}
          name="host"
          required
          inputMode="url"
          spellCheck={false}
          placeholder="https://api.example.com"
          aria-invalid={isBad}
        />
        <div className="row">
          <Button text="hosts.add-now" type="submit" />
          {CATALOG_HOSTS.some((host) => !hosts.includes(host)) && (
            <Button text="hosts.catalog" onClick={() => onChange([...hosts, ...CATALOG_HOSTS])} />
          )}
        </div>
      </Form>
    </div>
  );
}

/** The host in what was typed; a path behind it is left out. */
function toHost(text: string): string | null {
  const typed = text.toLowerCase().replace(/^(https?:\/\/[^/]+)\/.*$/, "$1");
  return isAllowedHost(typed) ? typed : null;
}
