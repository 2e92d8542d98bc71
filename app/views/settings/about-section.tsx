import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { ShortcutList } from "../../parts/frame/shortcut-list.tsx";
import { TextLink } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";

/** Tells what the app is, which version of it this is, and whose work it stands on. */
export function AboutSection() {
  const t = useText();
  return (
    <div className="about">
      <p>{t.text("about.what")}</p>
      <p>{t.text("about.privacy")}</p>
      <p>
        <TextLink text="about.manual" href="./docs/index.html" />
      </p>
      <p>{t.text("about.version", { version: String(import.meta.env.VITE_APP_VERSION) })}</p>
      <p>{t.text("about.licence")}</p>
      <Fold title={t.text("shortcut.title")}>
        <ShortcutList />
      </Fold>
      <Notices />
    </div>
  );
}

/** The notices of the packages inside, fetched when they are asked for: they are a hundred kilobytes. */
function Notices() {
  const t = useText();
  const [notices, setNotices] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const load = async (): Promise<void> => {
    setFailed(false);
    try {
      const response = await fetch("./THIRD-PARTY-NOTICES.txt");
      if (!response.ok) throw new Error(String(response.status));
      setNotices(await response.text());
    } catch {
      setFailed(true);
    }
  };
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open && notices === null) void load();
      }}
    >
      <summary>{t.text("about.notices")}</summary>
      {notices === null ? (
        <p role="status">{t.text(failed ? "about.notices-failed" : "state.loading")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to be able to scroll it
        <section className="notices" tabIndex={0} aria-label={t.text("about.notices")}>
          <pre>{notices}</pre>
        </section>
      )}
    </details>
  );
}
