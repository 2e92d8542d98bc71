import { useText } from "../../messages/use-text.ts";
import { useIsDeveloper, useSettings } from "../../state/use-app.ts";
import { TextLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Switch } from "../../ui/fields/setting-fields.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { PackSection } from "./data/pack-section.tsx";
import { toBookmarklet } from "./to-bookmarklet.ts";
import { useReloadNote } from "./use-reload-note.ts";
import "../../styles/models.css";

/** Settings that few people need; while it is off, all of it is out of the way on every page. */
export function DeveloperSettings() {
  const t = useText();
  const [, change] = useSettings();
  const isDeveloper = useIsDeveloper();
  const [note] = useReloadNote();
  return (
    <>
      <p role="status">{note !== null && t.text(note)}</p>
      <Switch
        text="developer.show"
        note={t.text("developer.note")}
        value={isDeveloper}
        onChange={(developer) => change({ developer })}
      />
      {isDeveloper && (
        <>
          <p>
            <TextLink text="gym.title" href="#/gym" />
          </p>
          <AnswerSettings />
          <PackSection />
          <PageBookmark />
        </>
      )}
    </>
  );
}

/** A bookmark for other pages that hands their text over to a new chat. */
function PageBookmark() {
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
