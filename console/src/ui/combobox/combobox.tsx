import { type KeyboardEvent, lazy, type ReactElement, type RefObject, Suspense, useRef, useState } from "react";
import type { ComboboxListProps } from "./combobox-list.tsx";
import type { ComboboxItem } from "./item-label.tsx";

const load = () => import("./combobox-list.tsx");
/** Loaded on demand: it's larger than the components around it and rarely used. */
// `lazy` loses the type parameter of generic components.
const ComboboxList = lazy(load) as typeof import("./combobox-list.tsx").default;

interface TriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly "aria-haspopup": "dialog";
  readonly "aria-expanded": boolean;
  readonly "data-popup-open": "" | undefined;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface ComboboxProps<Item extends ComboboxItem> extends ComboboxListProps<Item> {
  /** Renders the button, which must spread the given props. */
  readonly trigger: (props: TriggerProps) => ReactElement;
}

/** Single-selection combobox that opens from a button and filters by typing. */
export function Combobox<Item extends ComboboxItem>({ trigger, ...list }: ComboboxProps<Item>) {
  const button = useRef<HTMLButtonElement>(null);
  /** Undefined until first opened, to delay loading. */
  const [open, setOpen] = useState<boolean | undefined>();
  return (
    <>
      {trigger({
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open === true,
        "data-popup-open": open === true ? "" : undefined,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
        onClick: () => setOpen(open !== true),
        onKeyDown(event) {
          // With or without Alt, like a native select.
          if (event.key !== "ArrowDown" || open === true) return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open !== undefined && (
        <Suspense>
          <ComboboxList {...list} open={open} onOpenChange={setOpen} button={button} />
        </Suspense>
      )}
    </>
  );
}
