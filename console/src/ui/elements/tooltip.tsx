import { useRender } from "@base-ui/react/use-render";
import { type Cancel, systemClock } from "@fanfare/contract/lib/clock";
import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";

const load = () => import("./tooltip-popup.tsx");
/** Loaded on demand: positioning is larger than everything around it, and the first page doesn't need it. */
const TooltipPopup = lazy(async () => ({ default: (await load()).TooltipPopup }));

const OPEN_AFTER_MS = 450;
/** Time to move the pointer into the tooltip. */
const CLOSE_AFTER_MS = 60;
/** After a tooltip, its neighbors open without a delay for so long. */
const WARM_MS = 400;

/** Closes the open tooltip: there's one at a time. */
let closeOther: (() => void) | undefined;
let warm_until_ms = 0;

interface TooltipProps {
  /** Repeats the trigger's accessible name, for sighted people who see only an icon. */
  readonly label: ReactNode;
  readonly children: ReactElement;
  readonly side?: "top" | "bottom" | "inline-start" | "inline-end";
}

/** Opens when the pointer rests on its trigger, or the keyboard focuses it. Not on touch. */
export function Tooltip({ label, children, side = "top" }: TooltipProps) {
  const trigger = useRef<HTMLElement>(null);
  const { state, open, close, openSoon, closeSoon, keep } = useOpenState();
  /** The window lost the focus. When it returns, so does the focus of the trigger, which opens nothing. */
  const left = useRef(false);
  const element = useRender({
    render: children,
    ref: trigger,
    props: {
      "data-popup-open": state === "open" || state === "instant" ? "" : undefined,
      onPointerEnter({ pointerType }: PointerEvent) {
        if (pointerType !== "touch") openSoon();
      },
      onPointerLeave: closeSoon,
      onPointerDown: close,
      onClick: close,
      onFocus({ target }: FocusEvent<HTMLElement>) {
        const is_back = left.current;
        left.current = false;
        if (!is_back && target.matches(":focus-visible")) open();
      },
      onBlur({ target }: FocusEvent<HTMLElement>) {
        left.current = target === document.activeElement;
        close();
      },
    },
  });
  return (
    <>
      {element}
      {state !== "new" && (
        <Suspense>
          <TooltipPopup
            trigger={trigger}
            label={label}
            side={side}
            open={state !== "closed"}
            instant={state === "instant"}
            onClose={close}
            onPointerEnter={keep}
            onPointerLeave={closeSoon}
          />
        </Suspense>
      )}
    </>
  );
}

/** "new": never opened. "instant": opens without an animation, after a neighbor. */
type State = "new" | "open" | "instant" | "closed";

function useOpenState() {
  const [state, setState] = useState<State>("new");
  const waiting = useRef<Cancel>(() => undefined);
  const [actions] = useState(() => {
    const wait = (ms: number, run: () => void): void => {
      waiting.current();
      waiting.current = systemClock.after(ms, run);
    };
    const keep = (): void => waiting.current();
    const close = (): void => {
      keep();
      if (closeOther === close) {
        closeOther = undefined;
        warm_until_ms = systemClock.now() + WARM_MS;
      }
      setState((last) => (last === "new" ? last : "closed"));
    };
    const isWarm = (): boolean => closeOther !== undefined || systemClock.now() < warm_until_ms;
    const open = (): void => {
      keep();
      if (closeOther === close) return;
      const next = isWarm() ? "instant" : "open";
      closeOther?.();
      closeOther = close;
      setState(next);
    };
    return {
      ...{ open, close, keep },
      openSoon: () => {
        void load();
        wait(isWarm() ? 0 : OPEN_AFTER_MS, open);
      },
      closeSoon: () => wait(CLOSE_AFTER_MS, close),
    };
  });
  useEffect(() => actions.close, [actions]);
  return { state, ...actions };
}
