import type { ConversationId } from "../../../worker/protocol/ids.ts";
import { useText } from "../../messages/use-text.ts";
import { type Script, showPanel, toEmptyScript } from "../../state/panel-content.ts";
import { useApp } from "../../state/use-app.ts";
import { Button, IconButton } from "../../ui/button.tsx";

interface NewScriptProps {
  readonly language?: Script["language"];
  readonly iconOnly?: boolean;
  /** Whose attached files it may use. */
  readonly conversationId?: ConversationId | undefined;
}

/** Opens an empty script, or an empty query, beside the view. */
export function NewScript({ language = "javascript", iconOnly = false, conversationId }: NewScriptProps) {
  const t = useText();
  const app = useApp();
  const label = t.text(language === "sql" ? "sql.new" : "script.new");
  const icon = language === "sql" ? "search" : "pencil";
  const open = () => showPanel(app, toEmptyScript(language, [], conversationId));
  if (iconOnly) return <IconButton icon={icon} label={label} onClick={open} />;
  return (
    <Button icon={icon} onClick={open}>
      {label}
    </Button>
  );
}
