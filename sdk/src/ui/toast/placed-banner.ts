import {
  type AnnouncementBody,
  type BannerPosition,
  type Countdown,
  type ElementPosition,
  isAtElement,
} from "@fanfare/contract/content/announcement";
import type { Edition } from "@fanfare/contract/content/content";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { call, read } from "../../lib/native.ts";
import { openNoticeAnnouncement } from "../announcement/announcement-notice.ts";
import { editionBody } from "../card/edition-body.ts";
import { element } from "../dom/element.ts";
import { fixedHeaderHeight } from "../dom/fixed-header.ts";
import { deepActiveElement } from "../dom/focus.ts";
import { createGuard, type Guard, guardedPage } from "../dom/guard.ts";
import { placeAtElement } from "../target/place-at-element.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";
import { type BannerOptions, type MountBanner, openBanner, showBanner } from "./banner.ts";
import type { Notice, NoticeOptions } from "./notice.ts";

/** A banner moves the page by at most a third of the screen; longer texts scroll. Digits keep their width. */
const STYLE = `.notice{max-height:33vh;overflow:auto}
[role=timer]{font-weight:650;font-variant-numeric:tabular-nums;color:var(--ink)}`;

/**
 * Shows a banner at its own position, with its countdown. At an element of the page, it waits for the element, and again
 * whenever the element is gone.
 *
 * @example
 * openPlacedBanner({ document, window, clock, edition, name: "Sale", step_id: null, labels: {}, act, on });
 */
export function openPlacedBanner(given: PlayerOptions): PlayerHandle {
  const guard = createGuard(() => handle.close("error"));
  const options = { ...given, ...guardedPage(given, guard) };
  const { document } = options;
  let edition = options.edition;
  let body = editionBody(edition, "announcement");
  let stopTicking: Cancel = () => {};
  const timer = element(document, "span", "");
  timer.role = "timer";
  const withTimer = (notice: NoticeOptions): NoticeOptions => ({
    ...notice,
    style: STYLE + (notice.style ?? ""),
    written: [...(notice.written ?? []), timer],
  });
  const openNotice = (first: NoticeOptions): Notice => {
    const mount = mountAt(options, guard, body);
    const banner = (notice: NoticeOptions): BannerOptions => ({ ...withTimer(notice), mount });
    // In the page, it doesn't wait until others are closed.
    const notice = isAtElement(body) ? showBanner(banner(first), () => {}) : openBanner(banner(first));
    return { close: notice.close, change: (next) => notice.change(banner(next)) };
  };
  const handle = openNoticeAnnouncement(openNotice)({
    ...options,
    edition: shownEdition(options, edition),
    on(event, box) {
      if (event.kind === "ended") stopTicking();
      given.on(event, box);
    },
  });
  const tick = guard((): void => {
    const { countdown } = body;
    const left_ms = countdown ? countdownEnd(countdown) - options.clock.now() : 0;
    timer.hidden = left_ms <= 0;
    if (left_ms > 0) {
      timer.textContent = formatTimeLeft(document, options.locale, left_ms);
      const step_ms = left_ms < DAY_MS ? SECOND_MS : MINUTE_MS;
      stopTicking = options.clock.after(left_ms % step_ms || step_ms, tick);
    } else if (countdown?.ended_text !== undefined) {
      handle.update(shownEdition(options, edition));
    } else if (countdown) {
      // A page with an older answer from the server: the banner isn't on the screen yet.
      handle.close(timer.textContent === "" ? "unpublished" : "completed");
    }
  });
  tick();
  return {
    ...handle,
    update(next) {
      const after = editionBody(next, "announcement");
      // Placed anew another time.
      if (JSON.stringify(after.position) !== JSON.stringify(body.position)) return handle.close("replaced");
      edition = next;
      body = after;
      handle.update(shownEdition(options, edition));
      stopTicking();
      tick();
    },
  };
}

/** The UTC milliseconds at which a countdown ends. */
function countdownEnd({ ends_at, zone }: Countdown): number {
  return Date.parse(zone === "utc" ? `${ends_at}Z` : ends_at);
}

/** After the end of its countdown, only the text for that is left. */
function shownEdition({ clock }: PlayerOptions, edition: Edition): Edition {
  const body = editionBody(edition, "announcement");
  const { countdown, panels } = body;
  if (countdown?.ended_text === undefined || countdownEnd(countdown) > clock.now()) return edition;
  const title = countdown.ended_text;
  return { ...edition, body: { ...body, panels: panels.map(({ id }) => ({ id, title, blocks: [] })) } };
}

/** The two or three largest units: "2 days, 3 hr, 20 min", "3 hr, 20 min, 5 sec". */
function formatTimeLeft(document: Document, locale: string | undefined, left_ms: number): string {
  const units = [
    ["day", DAY_MS, Infinity],
    ["hour", HOUR_MS, DAY_MS],
    ["minute", MINUTE_MS, HOUR_MS],
    ["second", SECOND_MS, MINUTE_MS],
  ] as const;
  const shown = left_ms < DAY_MS ? units.slice(left_ms < HOUR_MS ? 2 : 1) : units.slice(0, 3);
  const format = (language: string | undefined): string =>
    shown
      .map(([unit, unit_ms, of_ms]) =>
        new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(
          Math.floor((left_ms % of_ms) / unit_ms),
        ),
      )
      .join(" ");
  try {
    return format(locale ?? (read(document, "documentElement").lang || undefined));
  } catch {
    // An unsupported language counts as none.
    return format(undefined);
  }
}

function mountAt(options: PlayerOptions, guard: Guard, body: AnnouncementBody): MountBanner | undefined {
  const { position } = body;
  if (position === undefined) return undefined;
  if ("target" in position) return mountAtElement(options, guard, position, body.panels[0]?.id ?? "");
  return mountAtEdge(options, guard, position);
}

function mountAtEdge(
  { document, window }: PlayerOptions,
  guard: Guard,
  { place, sticky }: Extract<BannerPosition, { place: "top" | "bottom" }>,
): MountBanner {
  const at_top = place === "top";
  return ({ host, shadow, view, addStyle }, present) => {
    const page = read(document, "body");
    if (at_top) page.before(host);
    else page.after(host);
    // At the bottom, it needs no room for a header.
    if (!at_top)
      addStyle(":host{margin-top:0!important}.notice{border-block:4px solid var(--tone);border-block-end:0}");
    const over = new AbortController();
    if (sticky) {
      // Fixed over room of its own: `position: sticky` ends with the root element, which may be as high as the screen.
      const edge = at_top ? `top:${fixedHeaderHeight(document, window)}px` : "bottom:0";
      addStyle(`:host{z-index:1000!important}.view{position:fixed;inset:auto 0;${edge}}`);
      const room = element(document, "div", "");
      shadow.append(room);
      const sizes = new window.ResizeObserver(() => {
        room.style.height = `${view.offsetHeight}px`;
      });
      sizes.observe(view);
      over.signal.addEventListener("abort", () => sizes.disconnect());
      // What the page focuses stays visible (WCAG 2.4.11).
      const reveal = guard((): void => {
        const holder = deepActiveElement(document);
        if (!holder || host.matches(":focus-within")) return;
        const [bar, held] = [view.getBoundingClientRect(), call(holder, "getBoundingClientRect")];
        if (held.top >= bar.bottom || held.bottom <= bar.top) return;
        window.scrollBy({ top: at_top ? held.top - bar.bottom : held.bottom - bar.top, behavior: "instant" });
      });
      window.addEventListener("focusin", reveal, { signal: over.signal });
    }
    present();
    return () => over.abort();
  };
}

function mountAtElement(options: PlayerOptions, guard: Guard, position: ElementPosition, step_id: string): MountBanner {
  return ({ host, addStyle }, present) => {
    addStyle(IN_PAGE_STYLE);
    return placeAtElement({ ...options, guard }, position, step_id, host, present);
  };
}

/** In the flow of the page, in a frame of its own. */
const IN_PAGE_STYLE =
  ":host{margin:0!important;align-self:stretch!important}.notice{border:1px solid var(--line);border-inline-start:4px solid var(--tone);border-radius:9px}";
