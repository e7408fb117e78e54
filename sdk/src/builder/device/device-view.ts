import type { Edition } from "@fanfare/contract/content/content";
import type { EndReason } from "@fanfare/contract/events/events";
import { read } from "../../lib/native.ts";
import { button, element } from "../../ui/dom/element.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { Page } from "../../ui/types.ts";
import type { DraftStore } from "../draft.ts";
import { t } from "../language/t.ts";
import type { BuilderSession } from "../session.ts";
import { DEVICE_NAME, type DeviceDraft, type DeviceNotice } from "./device-link.ts";

/** In CSS pixels. */
export interface DeviceSize {
  readonly label: string;
  readonly width: number;
  readonly height: number;
}

export interface DeviceViewDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly session: BuilderSession;
  readonly draft: DraftStore;
  /** The draft with the texts to show. */
  readonly edition: () => Edition;
  /** Stays visible and usable. */
  readonly bar: HTMLElement;
  readonly ended: (reason: EndReason) => void;
  /** F6 was pressed on the device's page. */
  readonly left: () => void;
}

/** The same page at the width of a device, with the draft. */
export interface DeviceView {
  /** Plays from the start. */
  play(): void;
  /** Shows changes of the draft. */
  update(): void;
  close(): void;
}

/** Space around the frame. */
const GAP_PX = 12;
/** Pages that answer later may not have the SDK. */
const ANSWER_MS = 10_000;

/**
 * Shows the page in a frame, or in a window if it can't be framed. Its own SDK shows the draft there. A sandbox keeps the
 * framed page from replacing the page of the builder.
 */
export function openDeviceView(deps: DeviceViewDeps, size: DeviceSize): DeviceView {
  const { page, root, bar } = deps;
  const { document, window, clock } = page;
  const frame = element(document, "iframe", "");
  frame.name = DEVICE_NAME;
  frame.title = size.label;
  frame.setAttribute("sandbox", "allow-forms allow-modals allow-popups allow-same-origin allow-scripts");
  const notice = element(document, "div", "notice");
  notice.role = "alert";
  const view = element(document, "div", "device", frame, notice);
  let popup: Window | null = null;
  const link = linkDevice(deps, () => [frame.contentWindow, popup]);

  const openWindow = (): void => {
    const facts = `popup,width=${size.width},height=${size.height}`;
    popup = window.open(read(document, "URL"), DEVICE_NAME, facts);
    view.remove();
    if (popup !== null) return;
    notice.replaceChildren(t("Your browser blocked the window. Allow pop-ups for this page, then try again."), again);
    root.view.insertBefore(view, bar);
  };
  const again = button(document, "", t("Open window"), openWindow);
  const refuse = (reason: string): void => {
    frame.remove();
    const hint = t("Open the page in a window of this width instead, or send a preview link to a phone.");
    notice.replaceChildren(element(document, "p", "", `${reason} ${hint}`), again);
    again.focus();
  };
  const stopWaiting = clock.after(ANSWER_MS, () => {
    if (frame.isConnected && !link.answered()) refuse(t("The page in the frame hasn't loaded Fanfare."));
  });
  frame.addEventListener("load", () => {
    if (!isReadable(frame))
      refuse(t("This page can't be shown in a frame, because its headers or policy don't allow it."));
  });
  const fit = (): void => {
    const { innerWidth, innerHeight } = window;
    const scale = Math.min(1, (innerWidth - 2 * GAP_PX) / size.width);
    const free_px = innerHeight - bar.offsetHeight - 3 * GAP_PX;
    frame.style.width = `${size.width}px`;
    frame.style.height = `${Math.max(0, Math.min(size.height, free_px / scale))}px`;
    frame.style.transform = `scale(${scale})`;
  };
  const resize = new window.ResizeObserver(fit);
  for (const each of [bar, root.view]) resize.observe(each);
  frame.src = read(document, "URL");
  root.view.insertBefore(view, bar);
  return {
    ...link,
    close() {
      stopWaiting();
      resize.disconnect();
      link.close();
      popup?.close();
      view.remove();
    },
  };
}

/** Errors of the browser and pages of other origins aren't readable. */
function isReadable(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument !== null;
  } catch {
    return false;
  }
}

interface DeviceLink extends DeviceView {
  answered(): boolean;
}

/** The port to the device's page. Each page in the frame or window brings its own, and goes on where the last one was. */
function linkDevice(
  { page: { window }, session, draft, edition, ended, left }: DeviceViewDeps,
  sources: () => readonly (Window | null)[],
): DeviceLink {
  let port: MessagePort | undefined;
  let at: string | null = null;
  const send = (from_id: string | null | undefined): void => {
    const sent: DeviceDraft = [edition(), draft.server().name, session.opened.themes, from_id];
    port?.postMessage(sent);
  };
  const hear = ({ data }: MessageEvent): void => {
    // Cast: sent by the SDK of the device's page, which has the same origin.
    const notice = data as DeviceNotice;
    if (notice[0] === "shown") at = notice[1];
    else if (notice[0] === "ended") {
      at = null;
      ended(notice[1]);
    } else left();
  };
  const greet = ({ data, origin, source, ports }: MessageEvent): void => {
    if (data !== DEVICE_NAME || origin !== window.location.origin || !sources().some((each) => each === source)) return;
    port?.close();
    port = ports[0];
    if (port !== undefined) port.onmessage = hear;
    send(at);
  };
  window.addEventListener("message", greet);
  return {
    answered: () => port !== undefined,
    play() {
      at = null;
      send(null);
    },
    update: () => send(undefined),
    close() {
      window.removeEventListener("message", greet);
      port?.close();
    },
  };
}
