import type { DeviceReport, ModelPlan, PlanVerdict } from "../../../worker/protocol/device-plan.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { toLeftText } from "../../ui/use-pace.ts";

interface PlanLineProps {
  readonly plan: ModelPlan;
  readonly device: DeviceReport;
}

const WARNED: ReadonlySet<PlanVerdict> = new Set(["does-not-fit", "unsure", "other-engine"]);

/** Why a model fits this device or not, in two or three sentences. */
export function PlanLine({ plan, device }: PlanLineProps) {
  const t = useText();
  const context = t.number(plan.contextTokens);
  const threads = t.count("plan.threads", device.threads);
  const engine = device.forced ?? "";
  const sentences = [t.text(`plan.cause.${plan.cause}`, { threads, engine })];
  if (plan.otherEngine !== undefined) sentences.push(t.text("plan.other", { other: plan.otherEngine }));
  if (plan.limit !== "none") {
    sentences.push(
      t.text(`plan.limit.${plan.limit}`, {
        budget: t.bytes(device.budgetBytes),
        download: t.bytes(plan.downloadBytes ?? 0),
        free: t.bytes(device.freeBytes ?? 0),
      }),
    );
  }
  if (plan.needBytes !== undefined) {
    const need = t.bytes(plan.needBytes);
    sentences.push(
      plan.weightBytes === undefined || plan.cacheBytes === undefined
        ? t.text("plan.need-simple", { need })
        : t.text("plan.need", {
            need,
            weights: t.bytes(plan.weightBytes),
            cache: t.bytes(plan.cacheBytes),
            context,
          }),
    );
  }
  if (plan.writing !== undefined && plan.verdict !== "does-not-fit") {
    const rate = t.number(plan.writing.tokensPerSecond, { maximumSignificantDigits: 2 });
    sentences.push(t.text(plan.writing.isMeasured ? "plan.writing-measured" : "plan.writing", { rate }));
  }
  if (plan.answer !== undefined && plan.verdict !== "does-not-fit") {
    const { seconds, firstSeconds, basis } = plan.answer;
    sentences.push(
      t.text(`plan.answer.${basis}`, { time: toLeftText(seconds, t), first: toLeftText(firstSeconds, t) }),
    );
  }
  return (
    <p className="plan" data-testid="plan" data-verdict={plan.verdict} data-engine={plan.engine ?? "none"}>
      {sentences.join(" ")}
    </p>
  );
}

/** How fast a model has answered here, by what decides: the time of an answer on the processor, else the tokens of a second. */
export function toMeasuredPace({ answer, writing }: ModelPlan, t: Translator): string {
  if (answer?.basis === "measured") return t.text("offer.answer", { time: toLeftText(answer.seconds, t) });
  if (answer !== undefined || writing?.isMeasured !== true) return "";
  return t.text("offer.rate", { rate: t.number(writing.tokensPerSecond, { maximumSignificantDigits: 2 }) });
}

/** Whether a model fits this device, in a word. */
export function PlanTag({ plan, device }: PlanLineProps) {
  const t = useText();
  const tone = WARNED.has(plan.verdict) ? "tag tag-warn" : "tag tag-good";
  const places = { context: t.number(plan.contextTokens), engine: device.forced ?? "" };
  return (
    <p>
      <span className={tone}>{t.text(`plan.${plan.verdict}`, places)}</span>
    </p>
  );
}
