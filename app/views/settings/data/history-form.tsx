import { useEffect, useRef, useState } from "react";
import { HISTORY_APPS, type HistoryImport, type HistoryPreview } from "../../../../worker/protocol/history.ts";
import type { Translator } from "../../../messages/translate.ts";
import { useText } from "../../../messages/use-text.ts";
import type { Report } from "../../../parts/frame/use-faults.tsx";
import { toResult } from "../../../state/app-state.ts";
import { useApp } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { revealHidden } from "../../../ui/trust/reveal-hidden.ts";
import { Wait } from "../../../ui/wait.tsx";

interface HistoryFormProps {
  readonly file: File;
  readonly report: Report;
  readonly onClose: () => void;
}

/** Says what is in another app's export, imports its chats, and offers what was remembered there. Drawn anew for each file. */
export function HistoryForm({ file, report, onClose }: HistoryFormProps) {
  const t = useText();
  const { api } = useApp();
  const [preview, setPreview] = useState<HistoryPreview | null>(null);
  const [done, setDone] = useState<HistoryImport | null>(null);
  const [step, setStep] = useState<"read" | "import" | null>("read");
  const [share, setShare] = useState(0);
  const isStopped = useRef(false);
  const goOn = (read: number): boolean => {
    setShare(read);
    return !isStopped.current;
  };
  useEffect(() => {
    let isLeft = false;
    const proceed = (read: number) => {
      setShare(read);
      return !isLeft && !isStopped.current;
    };
    void toResult(api.previewHistory(file, proceed)).then(async (result) => {
      if (isLeft) return;
      setStep(null);
      const read = await report(result);
      if (read) setPreview(read);
      else onClose();
    });
    return () => {
      isLeft = true;
    };
  }, [api, file, report, onClose]);
  const take = async () => {
    setStep("import");
    setShare(0);
    const imported = await report(api.importHistory(file, goOn));
    setStep(null);
    if (imported) setDone(imported);
    else onClose();
  };
  const proposals = preview?.proposals ?? [];
  const offer = proposals.length > 0 && <RememberedProposals proposals={proposals} report={report} />;
  if (done !== null) {
    return (
      <>
        <p role="status">{t.count("history.imported", done.chats)}</p>
        {offer}
      </>
    );
  }
  // Nothing is left to import, and what was not decided on is offered again.
  if (preview !== null && preview.newChats === 0 && offer !== false) return offer;
  return (
    <div className="card form" data-testid="history-preview">
      {preview !== null && <Contents preview={preview} />}
      {step !== null && (
        <Wait label={t.text(`data.wait.${step}`)} fraction={share === 0 || share === 1 ? undefined : share} />
      )}
      <div className="row">
        {preview !== null && preview.newChats > 0 && (
          <Button tone="primary" disabled={step !== null} onClick={() => void take()}>
            {t.count("history.import", preview.newChats)}
          </Button>
        )}
        <Button
          text="action.cancel"
          tone="quiet"
          onClick={() => {
            if (step === null) onClose();
            else isStopped.current = true;
          }}
        />
      </div>
    </div>
  );
}

function Contents({ preview }: { readonly preview: HistoryPreview }) {
  const t = useText();
  const { apps, chats, messages, newChats, from, to, faults } = preview;
  const known = chats - newChats;
  const names = apps.map((app) => HISTORY_APPS[app]).join(", ");
  return (
    <>
      {chats === 0 ? (
        <p>{t.text("history.none")}</p>
      ) : (
        <>
          <h3>{t.text("history.found", { apps: names })}</h3>
          <ul>
            <li>{t.count("history.chats", chats, { messages })}</li>
            {from !== null && to !== null && <li>{toSpan(t.date(from), t.date(to), t)}</li>}
            {known > 0 && <li>{t.count("history.known", known)}</li>}
          </ul>
        </>
      )}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ fault, count }) => (
            <li key={fault} data-fault={fault}>
              {t.text(`history.fault.${fault}`, { count })}
            </li>
          ))}
        </ul>
      )}
      {newChats > 0 && <p className="quiet">{t.text("history.note")}</p>}
    </>
  );
}

/** One moment is no span. */
function toSpan(from: string, to: string, t: Translator): string {
  return from === to ? from : t.text("history.span", { from, to });
}

interface RememberedProposalsProps {
  readonly proposals: readonly string[];
  readonly report: Report;
}

/** Shown at once; further ones come up as these are decided on. */
const MAX_SHOWN = 20;

/** Offers what another app's assistant remembered, sentence by sentence. Each is kept only by a press, as text from outside. */
function RememberedProposals({ proposals, report }: RememberedProposalsProps) {
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
