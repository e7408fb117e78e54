import { Component, type ReactNode, type ReactPortal, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type DrawStep, STEP_SLOT, type StepView } from "../src/ui/tour/step-view.ts";
import { useFanfare } from "./fanfare-context.ts";

export interface StepSlotProps {
  /** Draws a step. Where it throws, Fanfare's own card stands there instead. */
  readonly children: (step: StepView) => ReactNode;
  /** False for steps that Fanfare should draw; all are drawn here where it is absent. */
  readonly when?: ((step: StepView) => boolean) | undefined;
}

interface DrawnStep {
  readonly step: StepView;
  readonly place: HTMLElement;
}

/**
 * Renders the steps of tours with components of your own, in the styles of your own page. Fanfare still decides what is
 * shown, finds its target and lights it up, keeps the card beside it and on the screen, moves the focus, hears Tab and
 * Escape, announces, and remembers "Do not show again". Put one of them below the provider, where it stays: a tour that
 * began before it was there is drawn by Fanfare, and so is a step whose slot went away.
 *
 * @example
 * <StepSlot>
 *   {({ title, blocks, langOf, progress, buttons, close, again }) => (
 *     <article className="my-card">
 *       <h2 lang={langOf(title)}>{title}</h2>
 *       <StepBlocks blocks={blocks} langOf={langOf} />
 *       {again && <label><input type="checkbox" checked={again.checked} onChange={again.toggle} /> {again.label}</label>}
 *       <p>{progress}</p>
 *       {buttons.map(({ label, press }) => <button key={label} type="button" onClick={press}>{label}</button>)}
 *       <button type="button" aria-label={close.label} onClick={close.press}>×</button>
 *     </article>
 *   )}
 * </StepSlot>
 */
export function StepSlot({ children, when }: StepSlotProps): ReactPortal | null {
  const fanfare = useFanfare();
  const [drawn, setDrawn] = useState<DrawnStep>();
  const is_active = useRef(when);
  useEffect(() => {
    is_active.current = when;
  });

  useEffect(() => {
    let present: HTMLElement | undefined;
    const draw: DrawStep = (step, place) => {
      const mine = step !== null && !failed_cards.has(place) && is_active.current?.(step) !== false;
      present = mine ? place : undefined;
      setDrawn(mine ? { step, place } : undefined);
      return mine;
    };
    const off = fanfare.action(STEP_SLOT, () => draw);
    return () => {
      off();
      // Fanfare's own card is below.
      present?.remove();
      setDrawn(undefined);
    };
  }, [fanfare]);

  if (drawn === undefined) return null;
  const { step, place } = drawn;
  return createPortal(
    <Drawing
      fail={() => {
        failed_cards.add(place);
        place.remove();
      }}
      step={step}
      draw={children}
    />,
    place,
  );
}

/** Cards that could not be drawn: they are not tried again. */
const failed_cards = new WeakSet<HTMLElement>();

interface DrawingProps {
  readonly step: StepView;
  readonly draw: (step: StepView) => ReactNode;
  readonly fail: () => void;
}

/** Keeps what goes wrong in a card from the application around it. */
class Drawing extends Component<DrawingProps> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(): void {
    this.props.fail();
  }
  override render(): ReactNode {
    return this.state.failed ? null : <Card {...this.props} />;
  }
}

/** Below the boundary, so that it catches what `draw` itself throws. */
function Card({ draw, step }: DrawingProps): ReactNode {
  return draw(step);
}
