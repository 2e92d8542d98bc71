import { useState } from "react";
import { useText } from "../../../messages/use-text.ts";
import type { Report } from "../../../parts/frame/use-faults.tsx";
import { useApp } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { revealHidden } from "../../../ui/trust/reveal-hidden.ts";

interface RememberedProposalsProps {
  readonly proposals: readonly string[];
  readonly report: Report;
}

/** Shown at once; further ones come up as these are decided on. */
const MAX_SHOWN = 20;

/** Offers what another app's assistant remembered, sentence by sentence. Each is kept only by a press, as text from outside. */
export function RememberedProposals({ proposals, report }: RememberedProposalsProps) {
  const t = useText();
  const { api } = useApp();
  const [left, setLeft] = useState(proposals);
  const [kept, setKept] = useState(0);
  const leave = (text: string) => setLeft((texts) => texts.filter((each) => each !== text));
  const keep = async (text: string) => {
    const draft = { namespace: "notes", source: { type: "import" }, untrusted: true } as const;
    // Kept as it was shown.
    if ((await report(api.saveMemory({ ...draft, text: revealHidden(text) }))) === undefined) return;
    setKept((count) => count + 1);
    leave(text);
  };
  return (
    <section className="card form" aria-labelledby="proposals-title" data-testid="proposals">
      <h3 id="proposals-title">{t.count("history.proposals", left.length)}</h3>
      <p className="quiet">{t.text("history.proposals-note")}</p>
      <ul className="form">
        {left.slice(0, MAX_SHOWN).map((text) => (
          <li key={text} className="card-head" data-testid="proposal">
            <span dir="auto">{revealHidden(text)}</span>
            <span className="row">
              <Button text="history.remember" small onClick={() => void keep(text)} />
              <Button text="history.leave" small tone="quiet" onClick={() => leave(text)} />
            </span>
          </li>
        ))}
      </ul>
      {kept > 0 && <p role="status">{t.count("history.remembered", kept)}</p>}
    </section>
  );
}
