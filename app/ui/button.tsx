import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** How loud a button is. */
export type ButtonTone = "primary" | "plain" | "quiet" | "danger";

interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
  readonly tone?: ButtonTone;
  readonly icon?: IconName;
  readonly small?: boolean;
  readonly children: ReactNode;
}

export function Button({ tone = "plain", icon, small, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button button-${tone}${small ? " button-small" : ""}`} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  readonly icon: IconName;
  /** Its action; also its tooltip. */
  readonly label: string;
  readonly tone?: ButtonTone;
}

export function IconButton({ icon, label, tone = "quiet", ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`icon-button button-${tone}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
