import { Component, type ReactNode, type ReactPortal, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type DrawStep, STEP_SLOT, type StepView } from "../src/ui/tour/step-view.ts";
import { useFanfare } from "./fanfare-context.ts";

export interface StepSlotProps {
  /** Renders a step. If it throws, Fanfare shows its own card instead. */
  readonly children: (step: StepView) => ReactNode;
  /** Return false for steps that Fanfare should render. If omitted, all steps are rendered here. */
  readonly when?: ((step: StepView) => boolean) | undefined;
}

interface DrawnStep {
  readonly step: StepView;
  readonly place: HTMLElement;
}

/**
 * Renders tour steps with your own components and styles. Fanfare still decides what to show, finds and highlights the
 * target, positions the card, manages focus, Tab, and Escape, announces steps, and stores "Do not show again". Render
 * one slot below the provider and keep it mounted. Fanfare uses its own card for tours that started before the slot
 * mounted, and for steps whose slot unmounted.
 *
 * @example
 * <StepSlot>
 *   {({ title, blocks, langOf, progress, buttons, close, again }) => (
 *     <article className="my-card">
 *       <h2 lang={langOf(title)}>{title}</h2>
 *       <StepBlocks blocks={blocks} langOf={langOf} />
 *       {again && <label><input type="checkbox" checked={again.checked} onChange={again.toggle} />
 * {again.label}</label>}
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
      // Reveals Fanfare's own card below.
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

/** Cards that failed to render and aren't retried. */
const failed_cards = new WeakSet<HTMLElement>();

interface DrawingProps {
  readonly step: StepView;
  readonly draw: (step: StepView) => ReactNode;
  readonly fail: () => void;
}

/** Error boundary that isolates the application from errors in a card. */
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

/** Rendered below the boundary, so that it catches errors thrown by `draw`. */
function Card({ draw, step }: DrawingProps): ReactNode {
  return draw(step);
}
