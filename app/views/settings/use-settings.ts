import type { Settings } from "../../../worker/protocol/settings.ts";
import { useApp, useAppState } from "../../state/use-app.ts";

/** The settings, and how to change some of them. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const { models } = useApp();
  const settings = useAppState((state) => state.settings);
  return [settings, (change) => void models.changeSettings(change)];
}
