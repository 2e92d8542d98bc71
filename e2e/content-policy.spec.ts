import { type Canary, startCanary } from "./harness/canary.ts";
import { expect, test } from "./harness/test.ts";

// The service worker is part of what is shown here.
test.use({ serviceWorkers: "allow" });

// What leaves the device once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

/** Tries every way out that a worker has; answers with what each try came to. Runs in the browser. */
async function tryToGetOut(origin: string): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  const attempt = async (name: string, run: () => unknown): Promise<void> => {
    try {
      await run();
      results[name] = "went through";
    } catch {
      results[name] = "refused";
    }
  };
  await attempt("fetch", () => fetch(`${origin}/fetch`));
  await attempt("fetch without CORS", () => fetch(`${origin}/no-cors`, { mode: "no-cors" }));
  await attempt("import", () => import(`${origin}/import.js`));
  await attempt(
    "WebSocket",
    () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(origin.replace("http", "ws"));
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
  );
  await attempt(
    "EventSource",
    () =>
      new Promise((resolve, reject) => {
        const source = new EventSource(`${origin}/events`);
        source.onopen = resolve;
        source.onerror = () => {
          source.close();
          reject(new Error("refused"));
        };
      }),
  );
  // In a later task, because the debugger's own evaluation is exempt from the rule against evaluating strings.
  await attempt(
    "new Function",
    () =>
      new Promise((resolve, reject) =>
        setTimeout(() => {
          try {
            resolve(new Function("return 1")());
          } catch (error) {
            reject(error);
          }
        }),
      ),
  );
  return results;
}

const ALL_REFUSED = {
  fetch: "refused",
  "fetch without CORS": "refused",
  import: "refused",
  WebSocket: "refused",
  EventSource: "refused",
  "new Function": "refused",
};

test.describe("the content policy", () => {
  test.use({
    expectedErrors: [
      /Content Security Policy|violates the following|This document requires 'Trusted|Unsafe attempt to initiate navigation/,
    ],
  });
  let canary: Canary;
  test.beforeEach(async () => {
    canary = await startCanary();
  });
  test.afterEach(async () => {
    await canary.close();
  });

  test("lets nothing out of the page or its worker, on the very first visit, and both are isolated, so that the CPU engine has threads", async ({
    page,
    context,
  }) => {
    // Blocked requests are still announced before they are blocked; what counts is what the canary hears.
    context.removeAllListeners("request");
    await page.goto("./?engine=scripted");
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await page.workers()[0]?.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await page.evaluate(tryToGetOut, canary.origin)).toEqual(ALL_REFUSED);
    const hasPeers = await page.evaluate(async (origin) => {
      for (const rel of ["prefetch", "preload", "modulepreload", "dns-prefetch", "preconnect", "icon"]) {
        const link = document.createElement("link");
        Object.assign(link, { rel, as: "fetch", href: `${origin}/${rel}` });
        document.head.append(link);
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      return "RTCPeerConnection" in globalThis;
    }, canary.origin);
    expect(hasPeers).toBe(false);
    for (const worker of page.workers()) {
      expect(worker.url()).toMatch(/^blob:/);
      expect(await worker.evaluate(tryToGetOut, canary.origin)).toEqual(ALL_REFUSED);
    }
    expect(canary.heard).toEqual([]);
  });

  // A script in the page could make itself a frame with another realm's constructor, which no policy of Chromium 156 binds.
  test("leaves WebRTC to no place where a script that is not the app's could run", async ({ page, context }) => {
    context.removeAllListeners("request");
    await page.goto("./?engine=scripted");
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    for (const worker of page.workers()) expect(await worker.evaluate(() => "RTCPeerConnection" in self)).toBe(false);
    const script = "parent.postMessage('RTCPeerConnection' in globalThis, '*')";
    const heard = await page.evaluate(async (code) => {
      const messages: unknown[] = [];
      addEventListener("message", ({ data }) => messages.push(data));
      const attempt = (run: () => void): void => {
        try {
          run();
        } catch {
          // Trusted Types take no text.
        }
      };
      for (const sandbox of [null, "", "allow-scripts", "allow-scripts allow-same-origin"]) {
        const frame = document.createElement("iframe");
        if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
        attempt(() => {
          frame.srcdoc = `<script>${code}</script>`;
        });
        document.body.append(frame);
        attempt(() => frame.contentDocument?.write(`<script>${code}</script>`));
        attempt(() => {
          const element = frame.contentDocument?.createElement("script");
          if (element === undefined) return;
          element.text = code;
          frame.contentDocument?.body.append(element);
        });
        attempt(() => {
          frame.src = `javascript:${code}`;
        });
        const data = document.createElement("iframe");
        data.src = `data:text/html,<script>${code}</script>`;
        document.body.append(data);
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      return messages;
    }, script);
    expect(heard).toEqual([]);
  });

  test("lets out to a host that the user allowed, from the next load on, and to that host alone", async ({
    page,
    context,
  }) => {
    context.removeAllListeners("request");
    const other = await startCanary();
    await page.goto("./?engine=scripted");
    await page.evaluate(
      (origin) => localStorage.setItem("alcove.allowed-hosts", JSON.stringify([origin])),
      canary.origin,
    );
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    expect(await page.workers()[0]?.evaluate(tryToGetOut, canary.origin)).toEqual(ALL_REFUSED);
    await page.reload();
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    const allowed = await page.workers()[0]?.evaluate(tryToGetOut, canary.origin);
    expect(allowed).toMatchObject({ fetch: "went through", import: "refused", "new Function": "refused" });
    expect(await page.workers()[0]?.evaluate(tryToGetOut, other.origin)).toEqual(ALL_REFUSED);
    expect(other.heard).toEqual([]);
    await other.close();
  });

  test("starts no script that the app did not make, and takes no markup", async ({ page }) => {
    await page.goto("./?engine=scripted");
    const results = await page.evaluate(() => {
      const attempt = (run: () => unknown): string => {
        try {
          run();
          return "went through";
        } catch {
          return "refused";
        }
      };
      const blob = URL.createObjectURL(new Blob(["1"], { type: "text/javascript" }));
      return {
        "worker by address": attempt(() => new Worker("./sw.js")),
        "worker from another blob": attempt(() => new Worker(blob)),
        markup: attempt(() => {
          document.body.innerHTML = "<p>";
        }),
        "policy of one's own": attempt(() =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy("mine", {}),
        ),
      };
    });
    expect(new Set(Object.values(results))).toEqual(new Set(["refused"]));
  });
});

test.describe("a page around the app", () => {
  // The plain text that stands for it has no icon.
  test.use({ expectedErrors: [/favicon\.ico/] });

  test("finds nothing started, and a link to a tab of its own", async ({ page, serveApp }) => {
    // A host without header settings cannot forbid framing.
    const { url } = await serveApp({ securityHeaders: false });
    await page.goto(new URL("READ-ME.txt", url).href);
    await page.evaluate((address) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
    }, url);
    const framed = page.frameLocator("iframe");
    await expect(framed.getByTestId("framed")).toContainText("Nothing was started.");
    await expect(framed.getByRole("link")).toHaveAttribute("href", url);
    await expect(framed.locator("[data-composer]")).toHaveCount(0);
    expect(page.workers()).toEqual([]);
  });
});
