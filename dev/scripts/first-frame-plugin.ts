import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Plugin, runnerImport } from "vite";

const FRAME_ENTRY = fileURLToPath(new URL("../../app/boot/first-frame.tsx", import.meta.url));
const PLACE = "<!-- first-frame -->";
const STYLE_LINK = /\s*<link rel="stylesheet"[^>]*href="\.\/(assets\/[^"]+\.css)"[^>]*>/;

/**
 * Puts the first frame and the style it needs into the page itself, so that something stands on the screen as soon as
 * the page has arrived, one round trip after it was asked for, and not after the scripts have come and run.
 */
export function firstFramePlugin(): Plugin {
  let taken = "";
  return {
    name: "first-frame",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.values(bundle).filter((file) => file.type === "chunk");
        const owner = files.find((file) => file.viteMetadata?.importedCss.has(taken));
        if (owner === undefined) throw new Error(`No script brings ${taken} along.`);
        // What a script loads later waits for the style of everything it shares: that of the page is there already, and
        // its file is not. The script that brings it stands in its place in the list.
        for (const file of files) file.code = file.code.replaceAll(basename(taken), basename(owner.fileName));
      },
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        const [link, path = ""] = STYLE_LINK.exec(html) ?? [];
        const style = bundle?.[path];
        if (link === undefined || bundle === undefined || style?.type !== "asset" || !html.includes(PLACE)) {
          throw new Error(`index.html has no ${PLACE}, or no stylesheet of its own.`);
        }
        const css = String(style.source).trim();
        // Whatever ended the element early would also escape the policy's hash.
        if (css.includes("</")) throw new Error(`${path} cannot stand in the page: it has a "</".`);
        delete bundle[path];
        taken = path;
        const { module } = await runnerImport<{ readonly FirstFrame: FunctionComponent }>(FRAME_ENTRY);
        const frame = renderToStaticMarkup(createElement(module.FirstFrame));
        return html.replace(link, () => `<style>${css}</style>`).replace(PLACE, () => frame);
      },
    },
  };
}
