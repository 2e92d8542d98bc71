import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  chromium,
  expect,
  type Request,
  type WebError,
} from "@playwright/test";
import type { AppServerOptions } from "../../dev/scripts/app-server.ts";
import { CHROMIUM_FLAGS, findChromium } from "../../dev/scripts/find-chromium.ts";
import { toNetLogFlag } from "./net-log.ts";
import { removeFolder } from "./remove-folder.ts";
import { startTestServer, staysHome, type TestServer } from "./test-server.ts";

/** A browser with a profile on disk: it keeps its data over a restart, and can be killed. */
export interface Profile {
  readonly folder: string;
  /** Starts a browser on the profile, with these flags beside the usual ones; the one before it must be closed. */
  open(flags?: readonly string[], usual?: readonly string[]): Promise<BrowserContext>;
}

interface Options {
  /** Uncaught errors and console errors that this test provokes; any other fails it. */
  readonly expectedErrors: readonly RegExp[];
  /** Origins that this test may talk to beside the app's. */
  readonly expectedOrigins: readonly string[];
}

interface Fixtures {
  /** A server of one's own, for tests that stop it; stopped at the end. */
  readonly serveApp: (changes?: Partial<AppServerOptions>) => Promise<TestServer>;
  readonly profile: Profile;
  /** Watches a context that the test opened itself, as the test's own page is watched. */
  readonly watch: (context: BrowserContext) => void;
  /** Expects more errors than `expectedErrors`, from the step that provokes them to the end of the test. */
  readonly expectErrors: (...errors: readonly RegExp[]) => void;
  /** What `expectErrors` has added so far. */
  readonly errorsFromNowOn: RegExp[];
}

interface WorkerFixtures {
  /** The server that all tests of a worker share. Do not stop it. */
  readonly app: TestServer;
  /** The context of the page that tests of `shared-page.ts` share. */
  readonly sharedContext: BrowserContext;
}

/**
 * Playwright's test on the built app. `page` is a fresh context at the app's address. A test fails on an uncaught error,
 * on an error in the console, and on a request to anywhere but the app, in any page, worker or service worker.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  expectedErrors: [[], { option: true }],
  expectedOrigins: [[], { option: true }],

  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const server = await startTestServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],

  sharedContext: [
    async ({ browser, app }, use) => {
      const context = await browser.newContext({ baseURL: app.url, serviceWorkers: "block" });
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ app }, use) => {
    await use(app.url);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  serveApp: async ({}, use) => {
    const servers: TestServer[] = [];
    await use(async (changes) => {
      const server = await startTestServer(changes);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  errorsFromNowOn: async ({}, use) => use([]),

  expectErrors: async ({ errorsFromNowOn }, use) => use((...errors) => void errorsFromNowOn.push(...errors)),

  watch: async ({ expectedErrors, expectedOrigins, errorsFromNowOn }, use) => {
    const problems: string[] = [];
    const note = (problem: string): void => {
      const expected = [...expectedErrors, ...errorsFromNowOn];
      if (!expected.some((error) => error.test(problem))) problems.push(problem);
    };
    const noteError = (error: WebError): void => note(`uncaught: ${error.error().stack ?? error.error().message}`);
    const noteConsole = (message: ConsoleMessage): void => {
      if (message.type() === "error") note(`console: ${message.text()} (${message.location().url})`);
    };
    const noteRequest = (request: Request): void => {
      const isExpected = expectedOrigins.includes(new URL(request.url()).origin);
      if (!staysHome(request.url()) && !isExpected) problems.push(`request: ${request.url()}`);
    };
    // Chromium tells of some requests that its content policy stopped before they left, and of most not.
    const forgetStopped = (request: Request): void => {
      const at = problems.indexOf(`request: ${request.url()}`);
      if (at >= 0 && request.failure()?.errorText === "csp") problems.splice(at, 1);
    };
    const watched: BrowserContext[] = [];
    await use((context) => {
      watched.push(context);
      context.on("weberror", noteError).on("console", noteConsole).on("request", noteRequest);
      context.on("requestfailed", forgetStopped);
    });
    for (const context of watched) {
      context.off("weberror", noteError).off("console", noteConsole).off("request", noteRequest);
      context.off("requestfailed", forgetStopped);
    }
    expect(problems, "uncaught errors, console errors and requests to elsewhere").toEqual([]);
  },

  context: async ({ context, watch }, use) => {
    watch(context);
    await use(context);
  },

  profile: async ({ watch }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "alcove-profile-"));
    const contexts: BrowserContext[] = [];
    const executablePath = findChromium();
    await use({
      folder,
      async open(flags = [], usual = CHROMIUM_FLAGS) {
        const context = await chromium.launchPersistentContext(folder, {
          args: [...usual, toNetLogFlag(), ...flags],
          serviceWorkers: "allow",
          ...(executablePath === undefined ? {} : { executablePath }),
        });
        contexts.push(context);
        watch(context);
        return context;
      },
    });
    for (const context of contexts) await context.close().catch(() => {});
    await removeFolder(folder);
  },
});

export { expect };
