import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/**
 * What Playwright switches off (1.65): the last switch of a name replaces the one before, so its list is repeated here. And
 * the address bar's lists, which Chromium 156 draws as web pages: each window starts a process for them, which takes a third
 * of the time in which the app starts.
 */
const DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
];

/** Flags for tests in Chromium: WebGPU on any adapter, and no traffic of the browser's own. */
export const CHROMIUM_FLAGS: readonly string[] = [
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * A Chromium that starts: the one named by `CHROMIUM_PATH`, Playwright's own, or the system's. Throws when
 * `CHROMIUM_PATH` names none.
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") {
    if (!starts(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not start.`);
    return named;
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    chromium.executablePath(),
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...PLACES,
  ];
  return candidates.find((path) => existsSync(path) && starts(path));
}

/** Starts the Chromium that `findChromium` finds, with the flags for tests or others. */
export function launchChromium(flags: readonly string[] = CHROMIUM_FLAGS): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: [...flags], ...(executablePath === undefined ? {} : { executablePath }) });
}

/** Like `findChromium`, and installs one where there is none: Playwright's, else Debian's. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  console.log("No Chromium here: installing one.");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const attempts = [
    ["npx", "playwright", "install", "chromium"],
    [...sudo, "apt-get", "update"],
    [...sudo, "apt-get", "install", "-y", "--no-install-recommends", "chromium"],
  ];
  for (const [command, ...args] of attempts) {
    if (command === undefined) continue;
    spawnSync(command, args, {
      stdio: "inherit",
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error("No Chromium could be found or installed. Install one and set CHROMIUM_PATH to its program.");
}

function starts(path: string): boolean {
  return process.platform === "win32" || spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}
