import { GripVertical } from "lucide-react";
import { cx } from "../cx.ts";
import type { HandleProps } from "./use-reorder.ts";

interface DragHandleProps extends HandleProps {
  /** With its size. */
  readonly className: string;
}

/** Drags an item of a list with the pointer. Each list needs buttons or keys that do the same. */
export function DragHandle({ onPointerDown, className }: DragHandleProps) {
  return (
    <span
      aria-hidden="true"
      data-drag-handle
      onPointerDown={onPointerDown}
      className={cx(
        "grid shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-3 transition-colors select-none hover:bg-fill hover:text-ink active:cursor-grabbing [&_svg]:size-4",
        className,
      )}
    >
      <GripVertical />
    </span>
  );
}
