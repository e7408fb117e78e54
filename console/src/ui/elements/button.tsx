import { Button as Base } from "@base-ui/react/button";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "chosen" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary:
    "border-transparent bg-accent text-on-solid shadow-solid hover:bg-accent-hover data-popup-open:bg-accent-hover",
  secondary:
    "border-line-strong bg-raised text-ink shadow-edge hover:bg-[color-mix(in_oklab,var(--color-ink)_5%,var(--color-raised))] data-popup-open:bg-[color-mix(in_oklab,var(--color-ink)_7%,var(--color-raised))]",
  ghost: "border-transparent text-ink-2 hover:bg-fill hover:text-ink data-popup-open:bg-fill data-popup-open:text-ink",
  /** Ghost button that is toggled on. */
  chosen:
    "border-transparent bg-accent-soft text-accent-text hover:bg-accent-soft/75 data-popup-open:bg-accent-soft/75",
  danger: "border-transparent bg-negative text-on-solid shadow-solid hover:bg-negative-hover",
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: "h-7 gap-1.5 px-2 text-xs",
  md: "h-8 gap-1.5 px-3 text-sm",
  lg: "h-10 gap-2 px-4 text-base",
};

/** Button styles for links. */
export function buttonClass(look: ButtonVariant = "secondary", size: ButtonSize = "md", more?: string): string {
  return cx(
    "inline-flex shrink-0 cursor-default items-center justify-center rounded-md border font-medium whitespace-nowrap select-none transition-[background-color,color,box-shadow,translate] active:translate-y-px data-disabled:pointer-events-none data-disabled:opacity-55 pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0",
    VARIANTS[look],
    SIZES[size],
    more,
  );
}

export interface ButtonProps extends Omit<Base.Props, "className" | "style"> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string;
  /** Shows a spinner, ignores clicks, and keeps focus. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export function Button({
  variant: look,
  size,
  className,
  busy = false,
  icon,
  children,
  disabled,
  type,
  ...rest
}: ButtonProps) {
  return (
    <Base
      type={type ?? "button"}
      {...rest}
      disabled={disabled === true || busy}
      focusableWhenDisabled
      aria-busy={busy || undefined}
      className={buttonClass(look, size, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </Base>
  );
}
