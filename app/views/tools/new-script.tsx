import type { ReactElement } from "react";
import type { ConversationId } from "../../../worker/protocol/ids.ts";
import { useText } from "../../messages/use-text.ts";
import { showPanel } from "../../state/panel.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { useApp } from "../../use-app.ts";

/** The tool that runs scripts. */
export const SCRIPT_TOOL = "run_javascript";

interface NewScriptProps {
  readonly iconOnly?: boolean;
  /** Whose attached files it may use. */
  readonly conversationId?: ConversationId | undefined;
}

/** Opens an empty script beside the view. */
export function NewScript({ iconOnly = false, conversationId }: NewScriptProps): ReactElement {
  const t = useText();
  const app = useApp();
  const open = () => showPanel(app, { type: "script", script: { code: "", files: [] }, conversationId });
  if (iconOnly) return <IconButton icon="pencil" label={t.text("script.new")} onClick={open} />;
  return (
    <Button icon="pencil" onClick={open}>
      {t.text("script.new")}
    </Button>
  );
}
