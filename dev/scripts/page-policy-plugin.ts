import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { FRAME_STYLE } from "../../app/parts/results/frame-style.ts";
import { toPagePolicy } from "../../app/sw/security-headers.ts";

/** The page's inline scripts, in their order. */
const ENTRIES = ["../../app/boot/connect-policy.ts", "../../app/boot/first-looks.ts"].map((entry) =>
  fileURLToPath(new URL(entry, import.meta.url)),
);

/** Below the character set, which must come within the first 1024 bytes, and above everything that loads something. */
const PLACE = "<!-- content-policy -->";

/**
 * Puts the content policy, the script that narrows it and the one that sets the page's looks at the top of the page;
 * styles that stand in the page by then are named in the policy. In development the policy is left out,
 * because Vite's client needs inline scripts, styles and a socket; the e2e tests run on the build.
 */
export function pagePolicyPlugin(): Plugin {
  let development = false;
  return {
    name: "page-policy",
    configResolved(config) {
      development = config.command === "serve";
    },
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}, where its content policy belongs.`);
        const scripts = await Promise.all(ENTRIES.map((entry) => bundleInline(entry)));
        const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
        const content = toPagePolicy(scripts.map(toHashSource), [...styles, FRAME_STYLE].map(toHashSource));
        const policy = `<meta http-equiv="Content-Security-Policy" content="${content}" />`;
        const inline = scripts.map((script) => `<script>${script}</script>`).join("");
        return html.replace(PLACE, () => `${development ? "" : policy}${inline}`);
      },
    },
  };
}

/** The name of an inline script or style in a content policy. */
export function toHashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Bundles a module into one classic script without imports. */
export async function bundleInline(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: "iife", codeSplitting: false } },
    },
  });
  const chunks = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== "chunk" || others.length > 0) throw new Error(`${entry} did not bundle into one script.`);
  return chunk.code.trim();
}
