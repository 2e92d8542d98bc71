import { useEffect, useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { McpServerInfo, McpToolInfo } from "../../../worker/protocol/mcp.ts";
import { useText } from "../../messages/use-text.ts";
import { AllowHostButton } from "../../parts/tool/allow-host-button.tsx";
import { readAllowedHosts } from "../../services/allowed-hosts.ts";
import { closesNames, letsPages } from "../../services/server-pages.ts";
import { takeReturn, watchReturns } from "../../services/sign-in-return.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { NotedInput, Switch } from "../../ui/fields/setting-fields.tsx";
import { Fold } from "../../ui/fold.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { SignIn } from "./sign-in.tsx";

/** Servers of tools (MCP): added by address; each tool is off until the user has read what it says about itself. */
export function ServersSection({ onLetPages }: Pick<ServerCardProps, "onLetPages">) {
  const t = useText();
  const { api } = useApp();
  const servers = useAppState((state) => state.servers);
  const [problem, setProblem] = useState("");
  const [isBad, setBad] = useState(false);
  const [returns, setReturns] = useState(0);
  // The page that a sign-in was begun on may have been closed or loaded anew in the meantime.
  useEffect(() => {
    const finish = async (query: string | null): Promise<void> => {
      if (query === null) return;
      const result = await api.signIn({ type: "finish", query });
      const refused = result.ok && result.value.type === "refused" ? result.value : null;
      setProblem(
        refused === null ? "" : t.text(`sign-in.refused.${refused.refusal}`, { host: revealName(refused.host) }),
      );
      // Any page can send somebody back here; the user's own return is still waited for.
      if (refused?.refusal !== "state") setReturns((count) => count + 1);
    };
    void finish(takeReturn());
    return watchReturns((query) => void finish(query));
  }, [api, t]);
  const run = async (work: Promise<Result<null>>): Promise<void> => {
    const result = await work;
    setProblem(result.ok ? "" : (result.failure.detail ?? t.failure(result.failure).what));
  };
  return (
    <section className="field data-part" aria-labelledby="servers" data-testid="servers">
      <h2 id="servers">{t.text("servers.title")}</h2>
      <p className="quiet">{t.text("servers.lead")}</p>
      {servers.map((server) => (
        <ServerCard key={server.name} server={server} run={run} returns={returns} onLetPages={onLetPages} />
      ))}
      <p role="status">{problem}</p>
      <Form
        className="card form"
        aria-label={t.text("servers.add")}
        onSubmit={(read) => {
          const url = toMcpUrl(read("url"));
          setBad(url === null);
          if (url !== null) void run(api.addServer(read("name") || toServerName(url), url, read("token")));
        }}
      >
        <NotedInput
          label={t.text("servers.url")}
          note={t.text(isBad ? "servers.url-bad" : "servers.url-note")}
          name="url"
          required
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="localhost:4555/mcp"
          aria-invalid={isBad}
        />
        <Fold title={t.text("details.summary")}>
          <NotedInput
            label={`${t.text("servers.name")} (${t.text("form.optional")})`}
            note={t.text("servers.name-note")}
            name="name"
            pattern="[a-z0-9][a-z0-9\-]{0,29}"
            autoComplete="off"
          />
          <NotedInput
            label={`${t.text("own-server.key")} (${t.text("form.optional")})`}
            note={t.text("servers.token-note")}
            name="token"
            type="password"
            autoComplete="off"
          />
        </Fold>
        <div className="row">
          <Button text="servers.add" type="submit" />
        </div>
      </Form>
    </section>
  );
}

interface ServerCardProps {
  readonly server: McpServerInfo;
  readonly run: (work: Promise<Result<null>>) => Promise<void>;
  /** How often somebody came back from a sign-in: none of before is waited for. */
  readonly returns: number;
  /** The user's choice whether its own pages may be shown. */
  readonly onLetPages: (server: McpServerInfo, isOn: boolean) => void;
}

function ServerCard({ server, run, returns, onLetPages }: ServerCardProps) {
  const t = useText();
  const { api } = useApp();
  const { name, url, state, fault, detail = "", signIn, tools } = server;
  const origin = /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : "";
  const isBlocked = state === "failed" && origin !== "" && !readAllowedHosts().includes(origin);
  const off = tools.filter((tool) => tool.status === "new" || tool.status === "changed");
  const allowAll = async () => {
    for (const tool of off) {
      if (tool.status !== "refused") await run(api.consentToTool(name, tool.remoteName, tool.pin));
    }
  };
  const remove = () => {
    onLetPages(server, false);
    void run(api.removeServer(name));
  };
  return (
    <div className="card server-card" data-testid="server" data-server={name} data-state={state}>
      <div className="card-head">
        <div>
          <h3>{name}</h3>
          <p className="quiet">{revealName(url)}</p>
        </div>
        <span className={state === "connected" ? "tag tag-good" : "tag tag-warn"}>{t.text(`servers.${state}`)}</span>
      </div>
      {fault !== undefined && (
        <p>{isBlocked ? t.text("servers.blocked", { origin }) : t.text(`servers.fault.${fault}`)}</p>
      )}
      {detail !== "" && !isBlocked && (
        <Fold title={t.text("details.summary")}>
          <p>{revealText(detail)}</p>
        </Fold>
      )}
      {off.length > 1 && (
        <div className="row">
          <Button small tone="primary" onClick={() => void allowAll()}>
            {t.text("servers.consent-all", { count: t.number(off.length) })}
          </Button>
        </div>
      )}
      {signIn !== undefined && <SignIn key={returns} server={name} info={signIn} />}
      <ul>
        {tools.map((tool) => (
          <li key={tool.remoteName} data-testid="server-tool" data-tool={tool.remoteName} data-status={tool.status}>
            <ServerTool server={name} tool={tool} run={run} />
          </li>
        ))}
      </ul>
      {tools.some((tool) => tool.status !== "refused" && tool.page !== undefined) && (
        <PagesSwitch value={letsPages(server)} onChange={(isOn) => onLetPages(server, isOn)} />
      )}
      <div className="row">
        {isBlocked && <AllowHostButton origin={origin} tone="primary" />}
        <Button text="servers.refresh" small onClick={() => void run(api.refreshServer(name))} />
        <Button text="servers.remove" small tone="danger" onClick={remove} />
      </div>
    </div>
  );
}

/** Lets a server show pages, beside what they can and cannot do as this app is served. */
function PagesSwitch(props: { readonly value: boolean; readonly onChange: (isOn: boolean) => void }) {
  const t = useText();
  const [areClosed, setClosed] = useState(false);
  useEffect(() => void closesNames().then(setClosed), []);
  const gap = areClosed ? "" : ` ${t.text("app-page.let-names")}`;
  return <Switch text="app-page.let" note={t.text("app-page.let-note") + gap} {...props} />;
}

interface ServerToolProps {
  readonly server: string;
  readonly tool: McpToolInfo;
  readonly run: (work: Promise<Result<null>>) => Promise<void>;
}

function ServerTool({ server, tool, run }: ServerToolProps) {
  const t = useText();
  const { api } = useApp();
  if (tool.status === "refused") {
    return (
      <p>
        <code>{revealName(tool.remoteName)}</code> {t.text("servers.refused", { reason: revealText(tool.reason) })}
      </p>
    );
  }
  const { status, remoteName, pin, spec } = tool;
  const schema = <pre>{revealText(JSON.stringify(spec.parameters, null, 2))}</pre>;
  return (
    <>
      <p>
        <code>{revealName(spec.name)}</code>{" "}
        <span className={status === "on" ? "tag" : "tag tag-warn"}>{t.text(`servers.${status}`)}</span>
      </p>
      <p dir="auto">{revealText(spec.description)}</p>
      {/* What is consented to is read before: nothing of it is folded away. */}
      {status === "on" ? <Fold title={t.text("details.summary")}>{schema}</Fold> : schema}
      <Button small onClick={() => void run(api.consentToTool(server, remoteName, status === "on" ? null : pin))}>
        {t.text(status === "on" ? "servers.withdraw" : "servers.consent", { tool: revealName(remoteName) })}
      </Button>
    </>
  );
}

/** Where plain http is safe, as nothing leaves the device. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Reads an MCP server's address as a user types it (`localhost:4555/mcp`) as a whole one; null when it is none or cannot be
 * used. Without a scheme it is `http` on this device and `https` elsewhere.
 */
export function toMcpUrl(text: string): string | null {
  const typed = text.trim();
  if (typed === "" || /\s/.test(typed)) return null;
  const hasScheme = typed.includes("://");
  const bare = hasScheme ? typed : `http://${typed}`;
  if (!URL.canParse(bare)) return null;
  const url = new URL(bare);
  const isLocal = LOCAL.test(url.hostname);
  if (!hasScheme && !isLocal) return toMcpUrl(`https://${typed}`);
  if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:")) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}

/** A name for a server that was given none. */
export function toServerName(url: string): string {
  const { hostname, port } = new URL(url);
  const name = `${hostname}-${port}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return name.replace(/^-+|-+$/g, "").slice(0, 30);
}
