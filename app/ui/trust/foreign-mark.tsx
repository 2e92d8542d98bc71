import "../../styles/summary.css";
import { useText } from "../../messages/use-text.ts";
import { Icon } from "../icon.tsx";

/** Says of a message that it came from outside, and that the user did not call it their own. */
export function ForeignMark() {
  const t = useText();
  return (
    <p className="tag tag-warn foreign-mark" data-testid="foreign-mark">
      <Icon name="download" />
      {t.text("chat.foreign")}
    </p>
  );
}
