import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import { Shell, WIDE } from "../shell/shell.tsx";
import { type App, createApp } from "../state/create-app.ts";
import type { TextStore } from "../state/text-store.ts";
import { AppContext } from "../state/use-app.ts";
import { acceptServers } from "./accept-servers.ts";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";
import "../styles/notices.css";
import "../styles/dialogs.css";
import "../styles/json.css";
import "../styles/shell.css";
import "../styles/view-bar.css";
import "../styles/chat.css";
import "../styles/markdown.css";
import "../styles/tool-calls.css";
import "../styles/welcome.css";
import "../styles/composer.css";
import "../styles/waiting.css";
import "../styles/first-frame.css";

/** Shows the app in an element and starts it. */
export function mountApp(root: HTMLElement, api: AgentApi, texts: TextStore): App {
  const app = createApp({
    api,
    texts,
    newKey: () => crypto.randomUUID(),
    now: () => performance.now(),
    delay(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    navigate(hash) {
      location.hash = hash;
    },
    loadFileReader: async () => (await import("../services/read-file.ts")).createFileReader(api),
    onStart: () =>
      void api.offerPdfReader(async (...pdf) => (await import("../services/pdf/read-pdf.ts")).readPdf(...pdf)),
    persist: async () => navigator.storage?.persist?.(),
  });
  addEventListener("pagehide", () => app.toasts.flush());
  // Before the first frame of the app, which would else move what stands there already.
  app.store.setState({ sidebarOpen: matchMedia(WIDE).matches });
  // In slices, so that the first frame, which stands there already, never keeps the browser from its user.
  startTransition(() =>
    createRoot(root).render(
      <AppContext value={app}>
        <Shell />
      </AppContext>,
    ),
  );
  acceptServers(globalThis.window, api);
  void app.start().then(() => {
    void goOnLater(app);
    return offerToBrowser(app);
  });
  return app;
}

/** After a moment: this loads code that the first answer does not wait for. */
async function goOnLater(app: App): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 3000));
  (await import("./after-start.ts")).beginAfterStart(app);
}

/** Few browsers have WebMCP, so its bridge loads only where it is needed. */
async function offerToBrowser(app: App): Promise<void> {
  if (!("modelContext" in document)) return;
  const { findModelContext, keepOffering } = await import("./web-mcp.ts");
  const modelContext = findModelContext(document);
  if (modelContext !== undefined) keepOffering(modelContext, app);
}
