import { useText } from "../../messages/use-text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { toBookmarklet } from "./to-bookmarklet.ts";

/** A bookmark for other pages that hands their text over to a new chat. */
export function PageBookmark() {
  const t = useText();
  const address = toBookmarklet(document.baseURI);
  // React refuses such an address in a property. It is for the bookmarks: this page's policy would not run it.
  const takeAddress = (link: HTMLAnchorElement | null): void => {
    link?.setAttribute("href", address);
    link?.addEventListener("click", (event) => event.preventDefault());
  };
  return (
    <div className="field" data-testid="page-bookmark">
      <h2>{t.text("bookmark.title")}</h2>
      <p className="quiet">{t.text("bookmark.lead")}</p>
      <div className="row">
        {/* biome-ignore lint/a11y/useValidAnchor: it has its address from `takeAddress`, and is dragged, not followed. */}
        <a className="button button-plain" ref={takeAddress}>
          {t.text("bookmark.link")}
        </a>
        <CopyButton text={address} label="bookmark.copy" />
      </div>
      <p className="quiet">{t.text("bookmark.note")}</p>
    </div>
  );
}
