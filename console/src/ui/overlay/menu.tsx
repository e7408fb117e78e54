import { useRender } from "@base-ui/react/use-render";
import { type KeyboardEvent, type MouseEvent, type ReactElement, type RefObject, useLayoutEffect, useRef } from "react";
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
  const waited = useRef<Waited>({ focused: false, pointer: undefined, click: undefined });
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
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      waited.current.focused = element !== null && element === document.activeElement;
    };
  }, [waited]);
  const toggle = (detail: number): void => {
    waited.current.click = waited.current.click === undefined ? detail : undefined;
  };
  const hold = (): void => {
    release.current = holdDuringPress();
  };
  return useRender({
    render: trigger,
    ref: button,
    props: {
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onPointerEnter({ pointerType }: PointerEvent) {
        waited.current.pointer = pointerType;
      },
      onPointerLeave() {
        waited.current.pointer = undefined;
      },
      onPointerDown: hold,
      onKeyDown(event: KeyboardEvent) {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          waited.current.click = 0;
        } else hold();
      },
      onClick({ detail }: MouseEvent) {
        toggle(detail);
        release.current();
      },
    },
  });
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
