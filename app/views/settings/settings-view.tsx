import { useText } from "../../messages/use-text.ts";
import type { ViewProps } from "../../parts/frame/page.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { AboutSection } from "./about-section.tsx";
import { ConnectionsSection } from "./connections-section.tsx";
import { DataSettings } from "./data/data-settings.tsx";
import { DeveloperSettings } from "./developer-settings.tsx";
import { GeneralSettings } from "./general-settings.tsx";
import { PrivacySettings } from "./privacy-settings.tsx";

/** The parts of the settings, by what the address calls them. */
const SECTIONS = {
  general: GeneralSettings,
  connections: ConnectionsSection,
  privacy: PrivacySettings,
  data: DataSettings,
  about: AboutSection,
  developer: DeveloperSettings,
} as const;

/** Addresses of earlier versions, by what holds their settings now. */
const MOVED = new Map<string, keyof typeof SECTIONS>([
  ["permissions", "privacy"],
  ["answers", "developer"],
]);

const isSection = (name: string): name is keyof typeof SECTIONS => Object.hasOwn(SECTIONS, name);

/** Everything that can be set; each change is stored at once. */
export function SettingsView({ rest }: ViewProps) {
  const t = useText();
  const section = isSection(rest) ? rest : (MOVED.get(rest) ?? "general");
  const Section = SECTIONS[section];
  return (
    <Page tab={`settings/${section}`} title={t.text("nav.settings")} lead={t.text("settings.lead")}>
      <section className="card form" aria-label={t.text(`settings.${section}`)}>
        <Section />
      </section>
    </Page>
  );
}
