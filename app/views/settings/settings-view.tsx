import { useText } from "../../messages/use-text.ts";
import type { ViewProps } from "../../parts/frame/page.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { AboutSection } from "./about-section.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { ChatSettings } from "./chat-settings.tsx";
import { ConnectionsSection } from "./connections-section.tsx";
import { DataSettings } from "./data/data-settings.tsx";
import { PermissionsSection } from "./permissions-section.tsx";
import { PrivacySettings } from "./privacy-settings.tsx";

/** The parts of the settings, by what the address calls them. */
const SECTIONS = {
  appearance: AppearanceSettings,
  chat: ChatSettings,
  answers: AnswerSettings,
  permissions: PermissionsSection,
  connections: ConnectionsSection,
  privacy: PrivacySettings,
  data: DataSettings,
  about: AboutSection,
} as const;
const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];

/** Everything that can be set; each change is stored at once. */
export function SettingsView({ rest }: ViewProps) {
  const t = useText();
  const section = NAMES.find((name) => name === rest) ?? "appearance";
  const Section = SECTIONS[section];
  return (
    <Page title={t.text("nav.settings")} lead={t.text("settings.lead")}>
      <nav className="tabs" aria-label={t.text("settings.sections")}>
        {NAMES.map((name) => (
          <a
            key={name}
            href={`#/settings/${name}`}
            aria-current={name === section ? "page" : undefined}
            ref={name === section ? showTab : null}
          >
            {t.text(`settings.${name}`)}
          </a>
        ))}
      </nav>
      <section className="card form" aria-label={t.text(`settings.${section}`)}>
        <Section />
      </section>
    </Page>
  );
}

/** Where the tabs do not all fit, the current one is in view. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "center", block: "nearest" });
}
