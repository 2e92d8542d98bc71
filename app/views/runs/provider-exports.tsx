import type { RequestFormat } from "../../../worker/protocol/api/conversations-api.ts";
import type { RunId } from "../../../worker/protocol/ids.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download.ts";

/** Hands out the conversation up to a run's answer, and the answer, as a provider's request and its response. */
export function ProviderExports({ runId }: { readonly runId: RunId }) {
  const t = useText();
  const { api, toasts } = useApp();
  const exportAs = async (format: RequestFormat) => {
    const exchange = await toResult(api.toProviderExchange(runId, format));
    if (exchange.ok) {
      downloadText(`run-${runId}.${format}.json`, JSON.stringify(exchange.value, null, 2), "application/json");
    } else toasts.show({ text: "toast.not-exported" });
  };
  return (["openai", "anthropic"] as const).map((format) => (
    <Button key={format} icon="download" onClick={() => void exportAs(format)}>
      {t.text(`runs.export-${format}`)}
    </Button>
  ));
}
