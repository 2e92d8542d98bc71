import { useText } from "../../messages/use-text.ts";
import { useIsDeveloper } from "../../state/use-app.ts";
import { TextLink } from "../../ui/button.tsx";
import { Switch } from "../../ui/fields/setting-fields.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { PackSection } from "./data/pack-section.tsx";
import { PageBookmark } from "./page-bookmark.tsx";
import { useReloadNote } from "./use-reload-note.ts";
import { useSettings } from "./use-settings.ts";
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
