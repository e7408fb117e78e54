import type { StepButton } from "./tour.ts";

/** Swaps a button with the one before. Both keep the style that they were shown in. */
export function moveButtonUp(buttons: readonly StepButton[], index: number): readonly StepButton[] {
  const styled = buttons.map((button, at): StepButton => {
    const { style = at + 1 === buttons.length ? "primary" : "secondary" } = button;
    return { ...button, style };
  });
  return [...styled.slice(0, index - 1), ...styled.slice(index - 1, index + 1).reverse(), ...styled.slice(index + 1)];
}
