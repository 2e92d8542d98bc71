import { useEffect, useRef } from "react";
import { useText } from "../../messages/use-text.ts";
import { cleanPage } from "../../services/clean-page.ts";
import { fillFrame, toMarkup } from "../../services/trusted-script-url.ts";
import { FRAME_STYLE } from "./frame-style.ts";

/** On top of the app's own policy, which holds in the frame as well. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
const HEAD = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${FRAME_STYLE}</style>`;

/** A page that a script made, closed off from everything: no origin, no scripts, no network. */
export function PageFrame({ title, html }: { readonly title: string; readonly html: string }) {
  const t = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    // No content policy governs hints such as `dns-prefetch`: the page is built anew without them.
    if (frame.current !== null) fillFrame(frame.current, HEAD + cleanPage(html, toMarkup));
  }, [html]);
  return (
    <>
      <iframe className="page-frame" ref={frame} sandbox="" title={title} data-testid="page-frame" />
      <p className="quiet">{t.text("script.page-note")}</p>
    </>
  );
}
