import { EVAL_KINDS, type EvalPlan } from "../../../worker/protocol/evals.ts";
import { FORMAT_IDS, type FormatId } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { useFaults } from "../../parts/frame/use-faults.tsx";
import { useApp, useAppState, useReadyModel } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Form, Options, SelectField } from "../../ui/fields/form.tsx";
import { toFormatName } from "./format-names.ts";

const CASES = 100;
const FEW = 2;

/** Chooses the cases to measure with the loaded model; starts and stops it. */
export function GymForm({ isRunning }: { readonly isRunning: boolean }) {
  const t = useText();
  const { api } = useApp();
  const { fault, report } = useFaults(true);
  const ready = useReadyModel();
  /** The user's word for the model's format. */
  const chosen = useAppState(({ settings }) => settings.formats?.[ready?.modelId ?? ""]) ?? null;
  if (ready === null) return null;
  const format = chosen ?? ready.format;
  return (
    <>
      <Form className="gym-form" onSubmit={(read) => void report(api.startEvals(readForm(read, chosen)))}>
        <SelectField name="format" text="gym.format" disabled={isRunning}>
          <option value="">{t.text("gym.format-own", { format: toFormatName(format, t) })}</option>
          <Options of={FORMAT_IDS.filter((each) => each !== format)} toText={(each) => toFormatName(each, t)} />
        </SelectField>
        <SelectField name="constraint" text="gym.lock" disabled={isRunning}>
          <option value="constrained">{t.text("gym.constrained")}</option>
          <option value="free">{t.text("gym.free")}</option>
        </SelectField>
        <SelectField name="kind" text="gym.kinds" disabled={isRunning}>
          <option value="">{t.text("gym.amount-all", { count: t.number(EVAL_KINDS.length) })}</option>
          <Options of={EVAL_KINDS} toText={(kind) => t.text(`gym.kind.${kind}`)} />
        </SelectField>
        <SelectField name="amount" text="gym.amount" disabled={isRunning}>
          <option value="all">{t.text("gym.amount-all", { count: t.number(CASES) })}</option>
          <option value="few">{t.text("gym.amount-few", { count: t.number(FEW) })}</option>
        </SelectField>
        <div className="row">
          {isRunning ? (
            <Button text="gym.stop" icon="stop" onClick={() => void api.stopEvals()} />
          ) : (
            <Button text="gym.start" type="submit" tone="primary" icon="play" />
          )}
        </div>
      </Form>
      {fault}
    </>
  );
}

function readForm(read: (name: string) => string, chosen: FormatId | null): EvalPlan {
  return {
    format: FORMAT_IDS.find((format) => format === read("format")) ?? chosen,
    constrained: read("constraint") !== "free",
    kinds: EVAL_KINDS.filter((kind) => kind === read("kind")),
    ...(read("amount") === "few" ? { perKind: FEW } : {}),
  };
}
