import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Button, type ButtonProps } from "./button.tsx";
import { Tooltip } from "./tooltip.tsx";

interface IconButtonProps extends Omit<ButtonProps, "icon" | "children" | "aria-label"> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({
  label,
  children,
  variant: look = "ghost",
  size = "md",
  className,
  ...rest
}: IconButtonProps) {
  const square = { sm: "w-7 px-0", md: "w-8 px-0", lg: "w-10 px-0" }[size];
  return (
    <Tooltip label={label}>
      <Button
        variant={look}
        size={size}
        aria-label={label}
        className={cx(square, "pointer-coarse:min-w-10", className)}
        // Replaced by the spinner while busy.
        icon={children}
        {...rest}
      />
    </Tooltip>
  );
}
