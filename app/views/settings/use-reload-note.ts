import { useEffect, useState } from "react";
import { dropReloadNote, type ReloadNote, readReloadNote } from "../../services/page-data.ts";

/** The note that a reload of the page left to be said, until the view is closed; and a way to say another. */
export function useReloadNote(): readonly [ReloadNote | null, (note: ReloadNote) => void] {
  const [note, setNote] = useState(readReloadNote);
  useEffect(dropReloadNote, []);
  return [note, setNote];
}
