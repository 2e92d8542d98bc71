import { useText } from "../../../messages/use-text.ts";
import { useApp } from "../../../state/use-app.ts";
import { LAST_BACKUP } from "./backup-folder.ts";

/** The day and the folder of the last backup, known even where everything else is gone. */
export function LastBackup() {
  const t = useText();
  const { texts } = useApp();
  const [day = "", folder = ""] = texts.read(LAST_BACKUP).split(/ (.*)/s);
  return day !== "" && <p>{t.text("backup.last", { day, folder })}</p>;
}
