import { useRender } from "@base-ui/react/use-render";
import { systemClock } from "@fanfare/contract/lib/clock";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { holdDuringPress, useMenuParts } from "./load-menu.ts";
import type {
  MenuCheckProps,
  MenuChoiceProps,
  MenuItemProps,
  MenuLinkProps,
  MenuProps,
  Waited,
} from "./menu-parts.tsx";

/** Until menus have loaded, only their buttons are there. A button that was pressed meanwhile then opens its menu. */
export function Menu(props: MenuProps) {
  const parts = useMenuParts();
  const waited = useRef<Waited>({ focused: false, pointer: undefined, click: undefined, is_mouse_down: false });
  if (parts === undefined) return <WaitingButton trigger={props.trigger} waited={waited} />;
  return <parts.Menu {...props} waited={waited} />;
}

interface WaitingButtonProps {
  readonly trigger: ReactElement;
  readonly waited: RefObject<Waited>;
}

function WaitingButton({ trigger, waited }: WaitingButtonProps) {
  const button = useRef<HTMLElement>(null);
  const release = useRef<() => void>(() => undefined);
  const { is_pressed, press } = usePressed(button, waited);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      waited.current.focused = element !== null && element === document.activeElement;
    };
  }, [waited]);
  const hold = (): void => {
    release.current = holdDuringPress();
  };
  return useRender({
    render: trigger,
    ref: button,
    props: {
      "aria-haspopup": "menu",
      "aria-expanded": false,
      "data-waiting": is_pressed ? "" : undefined,
      // Styled as while its menu is open.
      "data-popup-open": is_pressed ? "" : undefined,
      onPointerEnter({ pointerType }: PointerEvent) {
        waited.current.pointer = pointerType;
      },
      onPointerLeave() {
        waited.current.pointer = undefined;
      },
      onPointerDown({ pointerType, button: pressed }: PointerEvent) {
        if (pointerType !== "mouse") hold();
        else if (pressed === 0) {
          // It opens or closes now, as in menus, and not by its click.
          waited.current.is_mouse_down = true;
          const end = (): void => {
            waited.current.is_mouse_down = false;
          };
          window.addEventListener("pointerup", () => systemClock.after(0, end), { once: true });
          press(is_pressed ? undefined : 1);
        }
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          press(0);
        } else hold();
      },
      onClick({ detail }: MouseEvent) {
        if (!waited.current.is_mouse_down) press(is_pressed ? undefined : detail);
        release.current();
      },
    },
  });
}

/** Whether the menu opens as soon as it has loaded. Escape, or a press elsewhere, cancels that. */
function usePressed(button: RefObject<HTMLElement | null>, waited: RefObject<Waited>) {
  const [is_pressed, setPressed] = useState(false);
  const press = (detail: number | undefined): void => {
    waited.current.click = detail;
    setPressed(detail !== undefined);
  };
  useEffect(() => {
    if (!is_pressed) return;
    const over = new AbortController();
    const handle = (event: Event): void => {
      if ("key" in event) {
        if (event.key !== "Escape") return;
        // A dialog around it stays open.
        event.stopPropagation();
      } else if (event.target instanceof Node && button.current?.contains(event.target)) return;
      waited.current.click = undefined;
      setPressed(false);
    };
    for (const start of ["keydown", "pointerdown"] as const) {
      window.addEventListener(start, handle, { capture: true, signal: over.signal });
    }
    return () => over.abort();
  }, [is_pressed, button, waited]);
  return { is_pressed, press };
}

/** Menus show their children only when they have loaded. */
function useParts() {
  const parts = useMenuParts();
  if (parts === undefined) throw new Error("Items of menus are shown only in menus.");
  return parts;
}

export function MenuItem(props: MenuItemProps) {
  const { MenuItem: Item } = useParts();
  return <Item {...props} />;
}

export function MenuLink(props: MenuLinkProps) {
  const { MenuLink: Item } = useParts();
  return <Item {...props} />;
}

/** Checkbox item. Keeps the menu open. */
export function MenuCheck(props: MenuCheckProps) {
  const { MenuCheck: Item } = useParts();
  return <Item {...props} />;
}

export function MenuSeparator() {
  const { MenuSeparator: Separator } = useParts();
  return <Separator />;
}

export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const { MenuChoice: Choice } = useParts();
  return <Choice {...props} />;
}
