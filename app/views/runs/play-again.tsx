import { useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { RunRecord } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";

/** Asks a run's question again, with the model's output taken from its log: the tools run, the model does not. */
export function PlayAgain({ record }: { readonly record: RunRecord }) {
  const t = useText();
  const { api, models } = useApp();
  const [failure, setFailure] = useState<Failure>();
  const [working, setWorking] = useState(false);
  const play = async () => {
    setWorking(true);
    setFailure(undefined);
    const start = record.events.find((event) => event.type === "run-start");
    const loaded = await toResult(api.importModel(new File([JSON.stringify(record)], `run-${record.id}.json`)));
    const sent = loaded.ok
      ? await toResult(
          api.send({
            conversationId: null,
            text: record.question,
            ...(start?.type === "run-start" && { text: start.question, skill: start.skill }),
          }),
        )
      : loaded;
    setWorking(false);
    void models.refreshModels();
    if (sent.ok && "conversationId" in sent.value) {
      location.hash = toHash({ type: "chat", conversationId: sent.value.conversationId });
    } else if (!sent.ok) setFailure(sent.failure);
  };
  return (
    <>
      <Button icon="play" disabled={working} onClick={() => void play()}>
        {t.text("runs.play-again")}
      </Button>
      <div className="row-note">
        <p className="quiet field-note">{t.text("runs.play-again-note")}</p>
        {failure && <FailureCard failure={failure} />}
      </div>
    </>
  );
}
