import { useEffect, useMemo, useRef, useState } from "react";
import { toCallResult } from "../../../worker/protocol/call-result.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { ServerFile } from "../../../worker/protocol/mcp.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { toFrameAddress } from "../../services/server-pages.ts";
import { useApp, useAppState, useConversationId, useDraftKey } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useFaults } from "../frame/use-faults.tsx";
import { createAppBridge, type PageRequest } from "./app-bridge.ts";

const READY = "alcove-frame-ready";
const MAX_HEIGHT = 600;
const ACTIONS = { call: "approval.once", link: "app-page.open", message: "app-page.write" } as const;
interface AppFrameProps {
  readonly server: string;
  /** The page's address on the server. */
  readonly page: string;
  readonly record: Pick<CallRecord, "call" | "outcome">;
}

/** A server's own page for a result (MCP Apps): requested by a press, closed off from the chat, the app and the network. */
export function AppFrame({ page, ...props }: AppFrameProps) {
  const { server } = props;
  const t = useText();
  const { api } = useApp();
  const [file, setFile] = useState<ServerFile | null>(null);
  const { fault, report } = useFaults();
  const show = async () => {
    const read = await report(api.askServer(server, { type: "resource", uri: page }));
    const found = read?.find(({ mediaType }) => mediaType.startsWith("text/html"));
    if (found) setFile(found);
    else if (read) await report({ ok: false, failure: { code: "internal", detail: "the page is no HTML" } });
  };
  return (
    <figure className="form" data-testid="app-frame">
      <p className="quiet">{t.text("app-page.note", { server })}</p>
      {fault}
      {file === null && (
        <div className="row">
          <Button small icon="play" onClick={() => void show()}>
            {t.text("app-page.show", { server })}
          </Button>
        </div>
      )}
      {typeof file?.content === "string" && <OpenPage {...props} html={file.content} onEnd={() => setFile(null)} />}
    </figure>
  );
}

interface OpenPageProps extends Omit<AppFrameProps, "page"> {
  readonly html: string;
  readonly onEnd: () => void;
}

interface OpenRequest {
  readonly request: PageRequest;
  settle(result: JsonObject | null): void;
}

function OpenPage({ server, html, record, onEnd }: OpenPageProps) {
  const t = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(MAX_HEIGHT / 2);
  const [open, setOpen] = useState<OpenRequest | null>(null);
  const theme = useAppState((state) => state.settings.theme);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one page has one bridge, whatever is drawn anew around it
  const bridge = useMemo(
    () =>
      createAppBridge({
        post: (message) => frame.current?.contentWindow?.postMessage(message, "*"),
        ask: (request) =>
          new Promise<JsonObject | null>((settle) => setOpen({ request, settle })).finally(() => setOpen(null)),
        resize: (wanted) => setHeight(Math.min(MAX_HEIGHT, Math.max(40, Math.ceil(wanted)))),
        end: onEnd,
        readContext: () => ({
          theme: readTheme(),
          displayMode: "inline",
          availableDisplayModes: ["inline"],
          locale: document.documentElement.lang,
          platform: "web",
        }),
        input: record.call.arguments,
        outcome: record.outcome ?? { type: "cancelled" },
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page hears of a theme when it changes
  useEffect(() => bridge.changeContext(), [theme]);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    let isFilled = false;
    const listen = ({ source, origin, data }: MessageEvent) => {
      // Whatever the frame becomes later, it has no origin.
      if (source !== current.contentWindow || origin !== "null") return;
      if (data !== READY) bridge.receive(data);
      else if (!isFilled) current.contentWindow?.postMessage({ page: html }, "*");
      isFilled = true;
    };
    addEventListener("message", listen);
    current.src = toFrameAddress();
    return () => removeEventListener("message", listen);
  }, [bridge, html]);
  return (
    <>
      <iframe
        ref={frame}
        sandbox="allow-scripts"
        title={t.text("app-page.title", { server })}
        style={{ inlineSize: "100%", blockSize: `${height}px`, border: "1px solid var(--line)" }}
        {...{ credentialless: "" }}
      />
      {open && <RequestCard key={JSON.stringify(open.request)} {...open} server={server} />}
    </>
  );
}

/** Asks before a page's request is done, whole and unfolded. */
function RequestCard({ server, request, settle }: OpenRequest & Pick<AppFrameProps, "server">) {
  const t = useText();
  const draftKey = useDraftKey();
  const conversationId = useConversationId();
  const { api, chat } = useApp();
  const info = useAppState(({ servers }) => servers.find(({ name }) => name === server));
  const [isBusy, setBusy] = useState(false);
  const { type } = request;
  const tool = info?.tools.find((each) => each.status === "on" && type === "call" && each.remoteName === request.name);
  const name = tool?.status === "on" ? tool.spec.name : undefined;
  const act = async () => {
    setBusy(true);
    if (type === "message") chat.takeText(draftKey, request.text, "server");
    if (type === "link") globalThis.open(request.url, "_blank", "noopener,noreferrer");
    if (type !== "call" || name === undefined) return settle({});
    const ended = await api.runTool(name, request.input, conversationId).catch(() => null);
    settle(ended && { ...toCallResult(ended.outcome) });
  };
  return (
    <section className="approval" data-testid="page-request" data-type={type} aria-live="polite">
      <h3>{t.text(`app-page.${type}`, { server })}</h3>
      {type === "call" && !name && <p>{t.text("app-page.off", { tool: revealName(request.name) })}</p>}
      {name && <code>{revealName(name)}</code>}
      {type === "link" && <strong>{revealName(new URL(request.url).host)}</strong>}
      {type === "call" ? (
        <JsonTree whole value={request.input} write={revealText} />
      ) : (
        <p className="json-text" dir="auto">
          {revealText(type === "link" ? request.url : request.text)}
        </p>
      )}
      <div className="row approval-actions">
        <Button text="approval.deny" disabled={isBusy} onClick={() => settle(null)} />
        <span className="grow" />
        {(type !== "call" || name) && (
          <Button text={ACTIONS[type]} tone="primary" disabled={isBusy} onClick={() => void act()} />
        )}
      </div>
    </section>
  );
}

function readTheme(): "light" | "dark" {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
