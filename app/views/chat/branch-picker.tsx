import { useText } from "../../messages/use-text.ts";
import { useApp, useDraftKey } from "../../state/use-app.ts";
import { IconButton } from "../../ui/button.tsx";

interface BranchPickerProps {
  readonly messageId: string;
  readonly siblings: readonly string[];
}

/** Moves between the versions of a message. */
export function BranchPicker({ messageId, siblings }: BranchPickerProps) {
  const t = useText();
  const draftKey = useDraftKey();
  const { chat } = useApp();
  if (siblings.length < 2) return null;
  const at = siblings.indexOf(messageId);
  const pick = (index: number) => {
    const chosen = siblings[index];
    if (chosen !== undefined) void chat.pickBranch(draftKey, chosen);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and meaning
    <div className="branches" role="group" aria-label={t.text("branch.label")}>
      <IconButton icon="left" text="branch.previous" disabled={at <= 0} onClick={() => pick(at - 1)} />
      <span>{t.text("branch.place", { place: at + 1, count: siblings.length })}</span>
      <IconButton icon="right" text="branch.next" disabled={at === siblings.length - 1} onClick={() => pick(at + 1)} />
    </div>
  );
}
