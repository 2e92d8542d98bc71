import { type ReactElement, useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { McpServerInfo, McpToolInfo } from "../../../worker/protocol/mcp.ts";
import { readAllowedHosts, writeAllowedHosts } from "../../boot/allowed-hosts.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useApp, useAppState } from "../../use-app.ts";

/** Servers of tools (MCP): added by address; each tool is off until the user has read what it says about itself. */
export function ServersSection(): ReactElement {
  const t = useText();
  const { api } = useApp();
  const servers = useAppState((state) => state.servers);
  const [problem, setProblem] = useState("");
  const run = async (work: Promise<Result<null>>): Promise<void> => {
    const result = await work;
    setProblem(result.ok ? "" : (result.failure.detail ?? t.failure(result.failure).what));
  };
  return (
    <section className="skill" aria-labelledby="servers" data-testid="servers">
      <h2 id="servers">{t.text("servers.title")}</h2>
      <p className="quiet">{t.text("servers.lead")}</p>
      {servers.map((server) => (
        <ServerCard key={server.name} server={server} run={run} />
      ))}
      <form
        className="form"
        aria-label={t.text("servers.add")}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const read = (name: string): string => String(form.get(name) ?? "").trim();
          void run(api.addServer(read("name"), read("url")));
        }}
      >
        <label className="field">
          <span>{t.text("servers.name")}</span>
          <input type="text" name="name" required pattern="[a-z0-9][a-z0-9\-]{0,29}" autoComplete="off" />
        </label>
        <label className="field">
          <span>{t.text("servers.url")}</span>
          <input type="url" name="url" required autoComplete="off" />
        </label>
        <div className="row">
          <Button type="submit">{t.text("servers.add")}</Button>
        </div>
      </form>
      <p role="status">{problem}</p>
    </section>
  );
}

interface ServerCardProps {
  readonly server: McpServerInfo;
  readonly run: (work: Promise<Result<null>>) => Promise<void>;
}

function ServerCard({ server, run }: ServerCardProps): ReactElement {
  const t = useText();
  const { api } = useApp();
  const { name, url, state, detail, tools } = server;
  const origin = /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : "";
  return (
    <div className="card" data-testid="server" data-server={name} data-state={state}>
      <div className="card-head">
        <div>
          <h3>{name}</h3>
          <p className="quiet">{revealName(url)}</p>
        </div>
        <span className={state === "connected" ? "tag tag-good" : "tag tag-warn"}>{t.text(`servers.${state}`)}</span>
      </div>
      {detail !== undefined && <p>{revealText(detail)}</p>}
      <ul>
        {tools.map((tool) => (
          <li key={tool.remoteName} data-testid="server-tool" data-tool={tool.remoteName} data-status={tool.status}>
            <ServerTool server={name} tool={tool} run={run} />
          </li>
        ))}
      </ul>
      <div className="row">
        {state === "failed" && origin !== "" && !readAllowedHosts().includes(origin) && (
          <Button
            small
            onClick={() => {
              // The content policy is laid down when the page loads, so a new host takes a reload.
              writeAllowedHosts([...readAllowedHosts(), origin]);
              location.reload();
            }}
          >
            {t.text("servers.allow-host", { origin })}
          </Button>
        )}
        <Button small onClick={() => void run(api.refreshServer(name))}>
          {t.text("servers.refresh")}
        </Button>
        <Button small tone="danger" onClick={() => void run(api.removeServer(name))}>
          {t.text("servers.remove")}
        </Button>
      </div>
    </div>
  );
}

interface ServerToolProps {
  readonly server: string;
  readonly tool: McpToolInfo;
  readonly run: (work: Promise<Result<null>>) => Promise<void>;
}

function ServerTool({ server, tool, run }: ServerToolProps): ReactElement {
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
  return (
    <>
      <p>
        <code>{revealName(spec.name)}</code>{" "}
        <span className={status === "on" ? "tag" : "tag tag-warn"}>{t.text(`servers.${status}`)}</span>
      </p>
      <p dir="auto">{revealText(spec.description)}</p>
      <details className="fold">
        <summary>{t.text("tools.schema")}</summary>
        <pre>{revealText(JSON.stringify(spec.parameters, null, 2))}</pre>
      </details>
      <Button small onClick={() => void run(api.consentToTool(server, remoteName, status === "on" ? null : pin))}>
        {t.text(status === "on" ? "servers.withdraw" : "servers.consent", { tool: revealName(remoteName) })}
      </Button>
    </>
  );
}
