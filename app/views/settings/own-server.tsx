import { useId, useState } from "react";
import { defined } from "../../../worker/protocol/defined.ts";
import { SERVER_DIALECTS, SERVER_PORTS } from "../../../worker/protocol/remote-server.ts";
import { useText } from "../../messages/use-text.ts";
import { type KeptServer, toServerUrl } from "../../services/own-server.ts";
import { Button } from "../../ui/button.tsx";
import { Form, Options, SelectField } from "../../ui/fields/form.tsx";
import { NotedInput } from "../../ui/fields/setting-fields.tsx";
import { Fold } from "../../ui/fold.tsx";

interface OwnServerProps {
  readonly server: KeptServer | null;
  /** Saved, but not yet what this page was loaded with. */
  readonly isPending: boolean;
  readonly onSave: (server: KeptServer | null) => void;
}

/** The model server of the user, if they have one. */
export function OwnServer({ server, isPending, onSave }: OwnServerProps) {
  const t = useText();
  const id = useId();
  const [isBad, setBad] = useState(false);
  const [kind, setKind] = useState(server?.dialect ?? "llama.cpp");
  /** An address as such a server has it. */
  const address = `127.0.0.1:${SERVER_PORTS[kind]}`;
  const hasKey = server !== null && keepsKey(server);
  return (
    <Form
      className="field form"
      aria-labelledby={`${id}-title`}
      data-testid="own-server"
      // Another server's values need new fields, which are filled only once.
      key={JSON.stringify(server)}
      onSubmit={(read, form) => {
        const entered = readForm(read, server);
        setBad(entered === null);
        if (entered === null) return;
        onSave(entered);
        // A saved key is not shown again.
        const key = form.elements.namedItem("key");
        if (key instanceof HTMLInputElement) key.value = "";
      }}
    >
      <h2 id={`${id}-title`}>{t.text("own-server.title")}</h2>
      <p className="quiet">{t.text("own-server.lead")}</p>
      <p data-testid="own-server-state">
        {server === null
          ? t.text(isPending ? "own-server.off-after" : "own-server.off")
          : t.text(isPending ? "own-server.on-after" : "own-server.on", { host: new URL(server.url).host })}
      </p>
      <SelectField
        text="own-server.kind"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(SERVER_DIALECTS.find((each) => each === target.value) ?? kind)}
      >
        <Options of={SERVER_DIALECTS} toText={(dialect) => t.text(`own-server.kind.${dialect}`)} />
      </SelectField>
      <NotedInput
        label={t.text("own-server.url")}
        note={
          isBad
            ? t.text("own-server.url-bad", { address })
            : t.text("own-server.url-note", { address, origin: location.origin })
        }
        name="url"
        required
        inputMode="url"
        spellCheck={false}
        placeholder={address}
        defaultValue={server?.url}
        aria-invalid={isBad}
      >
        {location.protocol === "https:" && <p className="quiet field-note">{t.text("own-server.mixed")}</p>}
      </NotedInput>
      <Fold title={t.text("details.summary")} isOpen={server !== null}>
        <NotedInput
          label={t.text("own-server.model")}
          note={t.text("own-server.model-note")}
          name="model"
          spellCheck={false}
          defaultValue={server?.model}
        />
        <NotedInput
          label={t.text("own-server.key")}
          note={t.text(hasKey ? "own-server.key-kept" : "own-server.key-note")}
          name="key"
          type="password"
          autoComplete="off"
        >
          {hasKey && (
            <label className="choice">
              <input type="checkbox" name="forget-key" />
              <span>{t.text("own-server.key-forget")}</span>
            </label>
          )}
        </NotedInput>
      </Fold>
      <div className="row">
        <Button text="own-server.save" type="submit" tone="primary" />
        {server !== null && <Button text="own-server.remove" onClick={() => onSave(null)} />}
      </div>
    </Form>
  );
}

/** True where a key is kept; an older version's still stands in the page's storage. */
function keepsKey({ hasKey, apiKey }: KeptServer): boolean {
  return hasKey === true || apiKey !== undefined;
}

/** Reads the form; null if the address or the kind is none. A kept key stays with the host that it was given for. */
function readForm(text: (name: string) => string, before: KeptServer | null): KeptServer | null {
  const dialect = SERVER_DIALECTS.find((each) => each === text("kind"));
  const url = dialect === undefined ? null : toServerUrl(text("url"), SERVER_PORTS[dialect]);
  if (url === null || dialect === undefined) return null;
  const isSameHost = before !== null && new URL(before.url).origin === new URL(url).origin;
  const staysKept = isSameHost && keepsKey(before) && text("key") === "" && text("forget-key") === "";
  return {
    dialect,
    url,
    model: text("model"),
    ...defined({
      apiKey: text("key") === "" ? (staysKept ? before.apiKey : undefined) : text("key"),
      hasKey: staysKept && before.apiKey === undefined ? true : undefined,
    }),
  };
}
