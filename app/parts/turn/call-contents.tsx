import { useMemo } from "react";
import type { RunId } from "../../../worker/protocol/ids.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { decodeValue } from "../../ui/trust/decode-value.ts";
import { findPrivate, listPrivateTexts } from "../../ui/trust/find-private.ts";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";

interface CallContentsProps {
  readonly runId: RunId;
  readonly tool: ToolSpec | undefined;
  readonly input: JsonObject;
}

/** Everything that a call would run with, whole, unfolded and decoded; where it goes, and what in it is private. */
export function CallContents({ runId, tool, input }: CallContentsProps) {
  const t = useText();
  const run = useAppState((state) => state.runs[runId]);
  const messages = useAppState((state) => state.messages[run?.conversationId ?? ""]);
  const leaves = tool?.effect === "sends";
  const found = useMemo(() => {
    if (!leaves) return [];
    const texts = findPrivate(input, listPrivateTexts(messages ?? [], run?.answer.turns ?? []));
    return [...new Map(texts.map((text) => [`${text.type} ${text.name}`, text])).values()];
  }, [leaves, input, messages, run?.answer.turns]);
  return (
    <>
      {tool?.sendsTo !== undefined && <p>{t.text("approval.goes-to", { host: revealName(tool.sendsTo) })}</p>}
      {found.map(({ type, name }) => (
        <p className="tag tag-warn" data-testid="private-part" key={`${type} ${name}`}>
          {t.text(`approval.private-${type}`, { name: revealText(name) })}
        </p>
      ))}
      <JsonTree whole value={input} write={revealText} explain={(text) => <Decoded text={text} />} />
    </>
  );
}

function Decoded({ text }: { readonly text: string }) {
  const t = useText();
  const decoded = useMemo(() => decodeValue(text), [text]);
  if (decoded === null) return null;
  return (
    <span className="json-text" data-testid="decoded">
      {t.text("approval.decoded")} {revealText(decoded)}
    </span>
  );
}
