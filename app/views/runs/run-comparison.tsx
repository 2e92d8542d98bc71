import { useState } from "react";
import type { CheckedRun } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { toArgumentsText } from "../../parts/tool/tool-line.tsx";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { toRunTimeline } from "../../state/run-timeline.ts";
import { useApp } from "../../state/use-app.ts";
import { Field } from "../../ui/fields/form.tsx";

/** How many runs can be picked. */
const MAX_RUNS = 50;

/** Another run's figures beside this one's. */
export function RunComparison({ record }: { readonly record: CheckedRun }) {
  const t = useText();
  const { api } = useApp();
  const listed = useRead((asked) => asked.listRuns(), [record.id]);
  const runs = (listed ?? []).filter((run) => run.id !== record.id).slice(0, MAX_RUNS);
  const [other, setOther] = useState<CheckedRun>();

  if (runs.length === 0) return null;
  const pick = async (id: string) => {
    const read = id === "" ? undefined : await toResult(api.readRun(id));
    setOther(read?.ok === true ? read.value : undefined);
  };
  const [left, right] = [toFigures(record, t), other && toFigures(other, t)];
  return (
    <section className="card" aria-label={t.text("compare.title")}>
      <Field label={t.text("compare.with")}>
        <select value={other?.id ?? ""} onChange={(event) => void pick(event.target.value)}>
          <option value="">{t.text("form.choose")}</option>
          {runs.map((run) => (
            <option key={run.id} value={run.id}>
              {`${run.question.slice(0, 60)} · ${t.date(run.startedAt)}`}
            </option>
          ))}
        </select>
      </Field>
      {right && (
        <table className="comparison">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t.text("compare.figure")}</span>
              </th>
              <th scope="col">{t.text("compare.this")}</th>
              <th scope="col">{t.text("compare.other")}</th>
            </tr>
          </thead>
          <tbody>
            {left.map(([name, value], index) => (
              <tr key={name} data-different={value === right[index]?.[1] ? undefined : ""}>
                <th scope="row">{name}</th>
                <td dir="auto">{value}</td>
                <td dir="auto">{right[index]?.[1]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function toFigures(record: CheckedRun, t: ReturnType<typeof useText>): readonly (readonly [string, string])[] {
  const start = record.events.find((event) => event.type === "run-start");
  const { turns } = toRunTimeline(record.events);
  const sum = (pick: (usage: NonNullable<(typeof turns)[number]["usage"]>) => number) =>
    turns.reduce((total, turn) => total + (turn.usage === undefined ? 0 : pick(turn.usage)), 0);
  const calls = turns.flatMap((turn) =>
    turn.calls.map(({ call }) => `${call.name}(${toArgumentsText(call.arguments)})`),
  );
  const end = record.events.findLast((event) => event.type === "run-end");
  return [
    [t.text("chat.question"), record.question],
    [t.text("runs.model"), start?.type === "run-start" ? start.modelId : ""],
    [t.text("models.engine"), start?.type === "run-start" ? start.engine : ""],
    [t.text("composer.skill"), start?.type === "run-start" ? start.skill : ""],
    [t.text("compare.turns"), t.number(record.turns)],
    [t.text("compare.calls"), calls.join("\n") || "–"],
    [t.text("compare.time"), t.duration(record.durationMs)],
    [t.text("compare.read"), t.number(sum((usage) => usage.promptTokens))],
    [t.text("compare.cached"), t.number(sum((usage) => usage.cachedTokens))],
    [t.text("runs.written"), t.number(sum((usage) => usage.completionTokens))],
    [t.text("chat.answer"), end?.type === "run-end" ? end.text : ""],
  ];
}
