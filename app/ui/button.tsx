import type { ComponentProps } from "react";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { Icon, type IconName } from "./icon.tsx";

/** How loud a button is. */
export type ButtonTone = "primary" | "plain" | "quiet" | "danger";

interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
  readonly tone?: ButtonTone;
  readonly icon?: IconName;
  readonly small?: boolean;
  /** Its words, by their name; children are words that have none. */
  readonly text?: MessageKey;
}

export function Button({ tone = "plain", icon, small, text, children, ...rest }: ButtonProps) {
  const t = useText();
  return (
    <button type="button" className={`button button-${tone}${small ? " button-small" : ""}`} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{text === undefined ? children : t.text(text)}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  readonly icon: IconName;
  /** Its action, by its name, which is also its tooltip; `label` are words that have none. */
  readonly text?: MessageKey;
  readonly label?: string;
  readonly tone?: ButtonTone;
}

export function IconButton({ icon, text, label, tone = "quiet", ...rest }: IconButtonProps) {
  const t = useText();
  const words = text === undefined ? label : t.text(text);
  return (
    <button type="button" className={`icon-button button-${tone}`} aria-label={words} title={words} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

interface TextLinkProps extends Omit<ComponentProps<"a">, "className"> {
  /** Its words, by their name; children are words that have none. */
  readonly text?: MessageKey;
}

/** A link among words. */
export function TextLink({ text, children, ...rest }: TextLinkProps) {
  const t = useText();
  return (
    <a className="text-link" {...rest}>
      {text === undefined ? children : t.text(text)}
    </a>
  );
}
