import { defined } from "../../../worker/protocol/defined.ts";
import { DEFAULT_BUDGET } from "../../../worker/protocol/run-event.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../worker/protocol/settings.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { useSettings } from "../../state/use-app.ts";
import { Options } from "../../ui/fields/form.tsx";
import { SAMPLING_ROWS } from "../../ui/fields/sampling-rows.ts";
import { NumberSetting, Setting } from "../../ui/fields/setting-fields.tsx";
import { Fold } from "../../ui/fold.tsx";

const ENGINES = ["auto", "webllm", "wllama"] as const;

interface NumberRow {
  readonly label: MessageKey;
  readonly note?: MessageKey;
  /** The value while the field is empty, where that is the app's; otherwise the model's own value holds. */
  readonly fallback?: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly read: (settings: Settings) => number | undefined;
  readonly write: (settings: Settings, value: number | undefined) => Partial<Settings>;
}

/** How words are chosen: for whoever knows these terms. */
const SAMPLING: readonly NumberRow[] = [
  ...SAMPLING_ROWS.map(({ name, ...row }) => ({ ...row, ...sampling(name) })),
  { label: "settings.seed", min: 0, max: 2_147_483_647, step: 1, ...sampling("seed") },
  { label: "settings.max-tokens", min: 16, max: 32_768, step: 16, ...sampling("maxTokens") },
  { label: "settings.max-thought", min: 0, max: 32_768, step: 16, ...sampling("maxThoughtTokens") },
];

const BOUNDS: readonly NumberRow[] = [
  {
    label: "settings.max-turns",
    note: "settings.max-turns-note",
    min: 1,
    max: 32,
    step: 1,
    read: ({ maxTurns }) => maxTurns,
    write: (_, value) => ({ maxTurns: value ?? DEFAULT_SETTINGS.maxTurns }),
  },
  { label: "settings.max-minutes", min: 1, max: 240, step: 1, ...budget("maxTotalMs", 60_000) },
  { label: "settings.max-total-tokens", min: 256, max: 1_000_000, step: 256, ...budget("maxTokens", 1) },
  { label: "settings.tool-seconds", min: 1, max: 600, step: 1, ...budget("toolTimeoutMs", 1000) },
];

/** How answers are computed, and what bounds them. */
export function AnswerSettings() {
  const t = useText();
  const [settings, change] = useSettings();
  const toField = ({ label, note = "settings.empty-default", fallback, read, write, ...bounds }: NumberRow) => (
    <NumberSetting
      key={label}
      label={t.text(label)}
      note={fallback === undefined ? t.text(note) : t.text("settings.empty-app", { value: t.number(fallback) })}
      value={read(settings)}
      {...bounds}
      onCommit={(value) => change(write(settings, value))}
    />
  );
  return (
    <>
      <Setting label={t.text("settings.engine")} note={t.text("settings.engine-note")}>
        {(id) => (
          <select
            id={id}
            value={settings.engine}
            onChange={(event) => change({ engine: ENGINES.find((engine) => engine === event.target.value) ?? "auto" })}
          >
            {/* Scripts play a model for developers; they are set by the address, and shown only where they are set. */}
            <Options
              of={settings.engine === "scripted" ? [...ENGINES, "scripted" as const] : ENGINES}
              toText={(engine) => t.text(`engine.${engine}`)}
            />
          </select>
        )}
      </Setting>
      {BOUNDS.map(toField)}
      <Fold title={t.text("details.summary")}>{SAMPLING.map(toField)}</Fold>
    </>
  );
}

function sampling(name: keyof Settings["sampling"]): Pick<NumberRow, "read" | "write"> {
  return {
    read: (settings) => settings.sampling[name],
    write: (settings, value) => ({ sampling: defined({ ...settings.sampling, [name]: value }) }),
  };
}

/** A bound that is stored in units of `scale`. */
function budget(
  name: keyof NonNullable<Settings["budget"]>,
  scale: number,
): Pick<NumberRow, "fallback" | "read" | "write"> {
  return {
    fallback: DEFAULT_BUDGET[name] / scale,
    read: (settings) => {
      const stored = settings.budget?.[name];
      return stored === undefined ? undefined : stored / scale;
    },
    write: (settings, value) => ({
      budget: defined({ ...settings.budget, [name]: value === undefined ? undefined : value * scale }),
    }),
  };
}
