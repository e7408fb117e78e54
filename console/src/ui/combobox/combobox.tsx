import { type KeyboardEvent, lazy, type ReactElement, type RefObject, Suspense, useRef, useState } from "react";
import type { ComboboxListProps } from "./combobox-list.tsx";
import type { ComboboxItem } from "./item-label.tsx";

const load = () => import("./combobox-list.tsx");
/** A search in a list weighs more than all that stands around it, and most visits open none. */
// React.lazy forgets that a component is generic.
const ComboboxList = lazy(load) as typeof import("./combobox-list.tsx").default;

/** What the button needs in order to open the list. */
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
  /** The button that opens it: shows what is chosen, and passes on what it is given. */
  readonly trigger: (props: TriggerProps) => ReactElement;
}

/** One of many: opens on a button, filters while one types. */
export function Combobox<Item extends ComboboxItem>({ trigger, ...list }: ComboboxProps<Item>) {
  const button = useRef<HTMLButtonElement>(null);
  /** Undefined until it was opened once: nothing of it is loaded before. */
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
          // With Alt or without, as every select.
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
