import type { Page } from "../../ui/types.ts";
import { type CardStage, createCardStage } from "../card-stage.ts";
import { FOCUS_KEY } from "../panel/mode-keys.ts";
import { type BuilderDeps, restContent } from "../rest-content.ts";
import { DEVICE_NAME, type DeviceDraft, type DeviceNotice } from "./device-link.ts";

/**
 * Shows the draft on this page for the builder that opened it as a frame or window. Nothing is stored or counted, and
 * live content rests.
 */
export function openDevicePage(deps: BuilderDeps, page: Page): void {
  const { actions, loadConfetti, rng } = deps;
  const { window } = page;
  const { port1: port, port2 } = new window.MessageChannel();
  const tell = (notice: DeviceNotice): void => port.postMessage(notice);
  let cards: CardStage | undefined;
  restContent(deps);
  port.onmessage = ({ data }) => {
    // Cast: sent by the builder, which has the same origin.
    const [edition, name, themes, from_id] = data as DeviceDraft;
    cards ??= createCardStage({ page, rng, actions, loadConfetti, themes, name: () => name, onShown() {} });
    if (from_id === undefined) cards.update(edition);
    else {
      cards.play(edition, from_id, {
        shown: (_, step_id) => tell(["shown", step_id]),
        ended: (reason) => tell(["ended", reason]),
      });
    }
  };
  window.addEventListener("keydown", ({ code }) => code === FOCUS_KEY && tell(["left"]), true);
  const builder: Window = window.opener ?? window.parent;
  builder.postMessage(DEVICE_NAME, window.location.origin, [port2]);
}
