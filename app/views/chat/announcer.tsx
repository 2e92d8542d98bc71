import { useEffect, useRef, useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { type AnnouncedPlace, takeAnnouncements } from "../../state/take-announcements.ts";
import { useActiveRunId, useAppState } from "../../state/use-app.ts";

/** Reads a growing answer to assistive technology sentence by sentence, politely. */
export function Announcer() {
  const t = useText();
  const activeRunId = useActiveRunId();
  const lastRunId = useRef<string>(undefined);
  if (activeRunId !== undefined) lastRunId.current = activeRunId;
  // A run's last text can arrive together with its end, so it is watched beyond that.
  const watched = useAppState((state) => state.runs[lastRunId.current ?? ""]);
  const [said, setSaid] = useState<readonly string[]>([]);
  const place = useRef<AnnouncedPlace>(undefined);
  const waiting = watched === undefined ? [] : Object.values(watched.approvals).map((request) => request.call.name);
  const waitingFor = waiting.join(", ");

  useEffect(() => {
    if (watched === undefined) return;
    const announced = takeAnnouncements(watched, place.current);
    place.current = announced.place;
    if (announced.sentences.length > 0) setSaid((before) => [...before, ...announced.sentences].slice(-20));
  }, [watched]);

  return (
    <>
      <div className="visually-hidden" role="log" aria-live="polite" aria-atomic="false" data-testid="announcer">
        {said.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are appended and may repeat
          <p key={index}>{sentence}</p>
        ))}
      </div>
      <div className="visually-hidden" role="status">
        {waitingFor !== "" && t.text("approval.announce", { tool: waitingFor })}
      </div>
    </>
  );
}
