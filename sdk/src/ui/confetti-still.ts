import type { CelebrationPreset } from "@fanfare/contract/celebration";
import { element } from "./element.ts";
import type { UiRoot } from "./root.ts";

const STYLE = `
.badge{position:absolute;inset:12% auto auto 50%;translate:-50%;max-width:80%;padding:.7em 1.4em;border-radius:99px;background:var(--bg);box-shadow:var(--shadow);font-weight:600;line-height:1.4;text-align:center}
@media (forced-colors:active){.badge{border:1px solid}}`;

/** The moment of each preset that stands for it, in milliseconds. */
const STILL_AT_MS: Readonly<Record<CelebrationPreset, number>> = {
  burst: 620,
  cannons: 1_000,
  fireworks: 1_250,
  rain: 1_900,
  snow: 1_700,
  stars: 700,
  emoji: 900,
  school: 1_900,
};

/**
 * What stands where motion is reduced: the message on a badge, and the moment of the preset, in milliseconds, whose
 * picture is painted behind it.
 */
export function standStill(document: Document, root: UiRoot, preset: CelebrationPreset, message: string): number {
  let badge = root.view.querySelector(".badge");
  if (badge === null) {
    root.dress(STYLE);
    badge = element(document, "div", "badge");
    root.view.append(badge);
  }
  badge.textContent = message;
  return STILL_AT_MS[preset];
}
