import type { DeviceReport } from "../../../worker/protocol/device-plan.ts";
import { useText } from "../../messages/use-text.ts";
import { Fold } from "../../ui/fold.tsx";

/** Browsers say no more than one of these (https://www.w3.org/TR/device-memory/). */
const CAPS = [8 * 2 ** 30, 32 * 2 ** 30];

/** The browser's report of this device, as far as it decides which models fit. */
export function DeviceCard({ device }: { readonly device: DeviceReport }) {
  const t = useText();
  const { adapter, memoryBytes, freeBytes } = device;
  const threads = t.count("plan.threads", device.threads);
  const facts = [
    ...(adapter === null
      ? [t.text("models.device.no-gpu")]
      : [
          t.text(adapter.software ? "models.device.software" : "models.device.gpu", { name: adapter.name }),
          t.text("models.device.f16", { answer: t.text(adapter.shaderF16 ? "models.yes" : "models.no") }),
          t.text("models.device.buffer", { bytes: t.bytes(adapter.maxBufferBytes) }),
        ]),
    memoryBytes === null
      ? t.text("models.device.memory-unknown")
      : t.text(CAPS.includes(memoryBytes) ? "models.device.memory-least" : "models.device.memory", {
          bytes: t.bytes(memoryBytes),
        }),
    t.text("models.device.cores", { cores: t.number(device.cores), threads }),
    ...(freeBytes === null ? [] : [t.text("models.device.free", { bytes: t.bytes(freeBytes) })]),
  ];
  return (
    <Fold className="card device" data-testid="device" title={t.text("models.device")}>
      <ul className="device-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p className="quiet">{t.text("models.device.note", { budget: t.bytes(device.budgetBytes) })}</p>
    </Fold>
  );
}
