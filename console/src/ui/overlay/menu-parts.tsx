import { Menu as Base } from "@base-ui/react/menu";
import { systemClock } from "@fanfare/contract/lib/clock";
import { Check } from "lucide-react";
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cx } from "../cx.ts";
import { OptionCount } from "../elements/option-count.tsx";
import { ITEM, POPUP } from "../popup.ts";
import { endWithinItem } from "./end-within-item.ts";

export interface MenuProps {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  /** For menus that load their items before they open. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** What has the focus after closing. Null: the trigger. */
  readonly focusAfterwards?: () => HTMLElement | null;
}

/** What happened to the button of a menu before menus loaded. */
export interface Waited {
  focused: boolean;
  /** Type of the pointer over it. */
  pointer: string | undefined;
  /** `detail` of its click: 0 from the keyboard. */
  click: number | undefined;
  /** The mouse's press of it lasted until menus had loaded. */
  is_mouse_down: boolean;
}

interface LoadedMenuProps extends MenuProps {
  readonly waited: RefObject<Waited>;
}

export function Menu({
  trigger,
  children,
  align = "end",
  className,
  focusAfterwards,
  waited,
  ...state
}: LoadedMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { focused, pointer, click: detail, is_mouse_down } = waited.current;
    waited.current = { focused: false, pointer: undefined, click: undefined, is_mouse_down: false };
    if (is_mouse_down) ignoreClickOfPress();
    if (focused) button.current?.focus();
    if (pointer !== undefined) enter(button.current, pointer);
    if (detail !== undefined) {
      button.current?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
    }
  }, [waited]);
  return (
    <Base.Root modal={false} {...state}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-40 outline-none">
          <Base.Popup
            ref={endWithinItem}
            finalFocus={() => focusAfterwards?.() ?? true}
            className={cx(
              ...[POPUP, "relative max-h-(--available-height) min-w-44 overflow-y-auto overscroll-contain", className],
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The mouse's press replaced its button by one whose menu is open. The click that ends it, on whatever is around both,
 * would close the menu.
 */
function ignoreClickOfPress(): void {
  const over = new AbortController();
  const ignore = (event: MouseEvent): void => {
    // The click that opens the menu comes from its own code.
    if (event.isTrusted) event.stopPropagation();
  };
  window.addEventListener("click", ignore, { capture: true, signal: over.signal });
  for (const end of ["pointerup", "pointercancel"] as const) {
    window.addEventListener(end, () => systemClock.after(0, () => over.abort()), { signal: over.signal });
  }
}

/** Tells the button, which is new under the pointer, so that its tooltip opens. */
function enter(button: HTMLElement | null, pointer: string): void {
  const options = { bubbles: true, pointerType: pointer, relatedTarget: button };
  button?.parentElement?.dispatchEvent(new PointerEvent("pointerout", options));
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

export function MenuItem({ children, icon, onClick, disabled = false }: MenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onClick} className={cx(ITEM, "[&_svg]:text-ink-3")}>
      {icon}
      <span className="flex-1 truncate">{children}</span>
    </Base.Item>
  );
}

export interface MenuLinkProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** Opens in a new tab. */
  readonly href: string;
}

export function MenuLink({ children, icon, href }: MenuLinkProps) {
  return (
    <Base.LinkItem href={href} target="_blank" rel="noreferrer" closeOnClick className={cx(ITEM, "[&_svg]:text-ink-3")}>
      {icon}
      <span className="flex-1 truncate">{children}</span>
    </Base.LinkItem>
  );
}

export interface MenuCheckProps {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Number of rows for this option. "" while unknown. */
  readonly count?: string;
}

/** Checkbox item. Keeps the menu open. */
export function MenuCheck({ children, checked, onChange, disabled = false, count }: MenuCheckProps) {
  return (
    <Base.CheckboxItem checked={checked} disabled={disabled} onCheckedChange={onChange} className={ITEM}>
      <span className="flex-1 truncate">{children}</span>
      <OptionCount count={count} />
      <span className="size-4">
        <Base.CheckboxItemIndicator>
          <Check className="text-accent-text" />
        </Base.CheckboxItemIndicator>
      </span>
    </Base.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-2 my-1 h-px bg-line" />;
}

export interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Language of the label, if it isn't the page's. */
    readonly lang?: string;
    readonly icon?: ReactNode;
    /** Number of rows for this option. "" while unknown. */
    readonly count?: string;
  }[];
  readonly onChange: (value: Value) => void;
}

export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            className={cx(ITEM, "[&_svg]:text-ink-3")}
          >
            {option.icon}
            <span lang={option.lang} className="flex-1 truncate">
              {option.label}
            </span>
            <OptionCount count={option.count} />
            <span className="size-4">
              <Base.RadioItemIndicator>
                <Check className="text-accent-text" />
              </Base.RadioItemIndicator>
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
