import { useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { ModelId } from "../../../worker/protocol/ids.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import { isHere } from "../../parts/model/has-stored-files.ts";
import { toModelTitle } from "../../parts/model/model-status.tsx";
import { Notices } from "../../parts/turn/notices.tsx";
import { TurnPart } from "../../parts/turn/turn-part.tsx";
import { toHash } from "../../state/route.ts";
import { DraftKeyContext, useApp, useAppState, useReadyModel } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { AreaField, Field, Form, Options } from "../../ui/fields/form.tsx";
import { askBoth, type Side } from "./ask-both.ts";
import { CurrentModel } from "./current-model.tsx";
import "../../styles/models.css";

const PLACES = ["first", "second"] as const;

/** Two models that are here on one question: one engine runs at a time, so they answer one after the other. */
export function CompareView() {
  const t = useText();
  const app = useApp();
  const isReady = useReadyModel() !== null;
  const models = useAppState((state) => state.models).filter(isHere);
  const [sides, setSides] = useState<readonly Side[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const receipt = sides.find((side) => side.receipt !== undefined)?.receipt;

  const ask = async (text: string, pair: readonly ModelId[]): Promise<void> => {
    setAsking(true);
    setFailure(await askBoth(app, text, pair, setSides));
    setAsking(false);
  };
  return (
    <Page tab="models" title={t.text("compare.title")} lead={t.text("compare.lead")}>
      {models.length < 2 ? (
        <EmptyState icon="chip" text="compare.too-few" />
      ) : (
        <Form className="gym-form" onSubmit={(read) => void ask(read("question"), PLACES.map(read))}>
          {PLACES.map((place, index) => (
            <Field key={place} text={`compare.${place}`}>
              <select name={place} defaultValue={models[index]?.id}>
                <Options of={models.map(({ id }) => id)} toText={(id) => toModelTitle(id, models)} />
              </select>
            </Field>
          ))}
          <AreaField text="compare.question" name="question" rows={2} dir="auto" required />
          <div className="row">
            <Button text="compare.ask" type="submit" tone="primary" icon="play" disabled={isAsking} />
          </div>
        </Form>
      )}
      {isAsking && !isReady && <CurrentModel />}
      {failure !== null && <FailureCard failure={failure} onDismiss={() => setFailure(null)} />}
      <div className="compared">
        {sides.map((side, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place; both may be one model
          <DraftKeyContext key={index} value={side.receipt?.conversationId ?? "new"}>
            <SideCard side={side} />
          </DraftKeyContext>
        ))}
      </div>
      {receipt !== undefined && (
        <TextLink text="compare.open" href={toHash({ type: "chat", conversationId: receipt.conversationId })} />
      )}
    </Page>
  );
}

function SideCard({ side: { modelId, receipt, milliseconds } }: { readonly side: Side }) {
  const t = useText();
  const title = useAppState(({ models }) => toModelTitle(modelId, models));
  const run = useAppState(({ runs }) => (receipt === undefined ? undefined : runs[receipt.runId]));
  const { turns = [], cost: { writtenTokens = 0, decodeMs = 0 } = {} } = run?.answer ?? {};
  const isRunning = run?.end === undefined;
  const speed = t.number((writtenTokens * 1000) / Math.max(1, decodeMs), { maximumFractionDigits: 1 });
  return (
    <section className="card" data-testid="compared" data-done={milliseconds === undefined ? undefined : ""}>
      <h2>{title}</h2>
      <p className="quiet" role="status">
        {run === undefined && t.text("compare.waits")}
        {milliseconds !== undefined &&
          `${t.duration(milliseconds)} · ${t.text("chat.cost", { tokens: t.number(writtenTokens), speed })}`}
      </p>
      {turns.map((turn, index) => (
        <TurnPart
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn has nothing but its place
          key={index}
          turn={turn}
          run={run}
          running={isRunning}
          current={isRunning && index === turns.length - 1}
          decidable
        />
      ))}
      <Notices notices={run?.notices ?? []} />
      {run?.end?.failure !== undefined && <FailureCard failure={run.end.failure} />}
    </section>
  );
}
