import { assertNever } from "../../../worker/protocol/assert-never.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import type { ViewFrame } from "../../parts/frame/view-frame.ts";
import { SETTINGS_SECTIONS, type SettingsSection, toHash } from "../../state/route.ts";
import { AboutSection } from "./about-section.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { ChatSettings } from "./chat-settings.tsx";
import { ConnectionsSection } from "./connections-section.tsx";
import { DataSettings } from "./data/data-settings.tsx";
import { PermissionsSection } from "./permissions-section.tsx";
import { PrivacySettings } from "./privacy-settings.tsx";

interface SettingsViewProps extends ViewFrame {
  readonly section: SettingsSection;
}

/** Everything that can be set; each change is stored at once. */
export function SettingsView({ section, ...frame }: SettingsViewProps) {
  const t = useText();
  return (
    <Page title={t.text("nav.settings")} lead={t.text("settings.lead")} {...frame}>
      <nav className="tabs" aria-label={t.text("settings.sections")}>
        {SETTINGS_SECTIONS.map((name) => (
          <a
            key={name}
            href={toHash({ type: "settings", section: name })}
            aria-current={name === section ? "page" : undefined}
            ref={name === section ? showTab : null}
          >
            {t.text(`settings.${name}`)}
          </a>
        ))}
      </nav>
      <section className="card form" aria-label={t.text(`settings.${section}`)}>
        <Section section={section} />
      </section>
    </Page>
  );
}

/** Where the tabs do not all fit, the current one is in view. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "center", block: "nearest" });
}

function Section({ section }: { readonly section: SettingsSection }) {
  switch (section) {
    case "appearance":
      return <AppearanceSettings />;
    case "chat":
      return <ChatSettings />;
    case "answers":
      return <AnswerSettings />;
    case "permissions":
      return <PermissionsSection />;
    case "connections":
      return <ConnectionsSection />;
    case "privacy":
      return <PrivacySettings />;
    case "data":
      return <DataSettings />;
    case "about":
      return <AboutSection />;
    default:
      return assertNever(section);
  }
}
