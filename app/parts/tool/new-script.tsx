import { useText } from "../../messages/use-text.ts";
import { type Script, showPanel, toEmptyScript } from "../../state/panel-content.ts";
import { useApp, useConversationId } from "../../state/use-app.ts";
import { Button, IconButton } from "../../ui/button.tsx";

interface NewScriptProps {
  readonly language?: Script["language"];
  readonly iconOnly?: boolean;
}

/** Opens an empty script, or an empty query, beside the view; in a chat it may use the attached files. */
export function NewScript({ language = "javascript", iconOnly = false }: NewScriptProps) {
  const t = useText();
  const conversationId = useConversationId();
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
