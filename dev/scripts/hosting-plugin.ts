import type { Plugin } from "vite";
import {
  FRAME_HEADERS,
  FRAME_PAGE,
  HYGIENE_HEADERS,
  ISOLATION_HEADERS,
  PAGE_HEADER_POLICY,
  toHeaderPolicy,
} from "../../app/sw/security-headers.ts";

/** Writes `_headers` into the build, for the static hosts that read header settings from it. */
export function hostingPlugin(): Plugin {
  return {
    name: "hosting",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: toHeadersFile() });
    },
  };
}

/** The headers in the format of Netlify and Cloudflare Pages. */
export function toHeadersFile(): string {
  const lines = Object.entries({ ...ISOLATION_HEADERS, ...HYGIENE_HEADERS }).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  return [
    "/*",
    ...lines,
    "/",
    `  Content-Security-Policy: ${PAGE_HEADER_POLICY}`,
    `/${FRAME_PAGE}`,
    `  Content-Security-Policy: ${toHeaderPolicy(`/${FRAME_PAGE}`)}`,
    ...Object.entries(FRAME_HEADERS).map(([name, value]) => `  ${name}: ${value}`),
    "/assets/*",
    "  Cache-Control: public, max-age=31536000, immutable",
    "",
  ].join("\n");
}
