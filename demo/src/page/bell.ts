import type { Fanfare } from "@fanfare/sdk";
import { byId } from "./dom.ts";

/** Bell in the header: opens the feed and shows the unread count. Only mounted with Fanfare. */
export function mountBell(fanfare: Fanfare): void {
  const bell = byId("bell", HTMLButtonElement);
  const count = byId("bell-count", HTMLSpanElement);
  bell.hidden = false;
  bell.addEventListener("click", () => void fanfare.open("feed", { anchor: bell }));
  fanfare.on("unread", ({ count: unread }) => {
    count.textContent = String(unread);
    count.hidden = unread === 0;
    byId("bell-unread", HTMLSpanElement).textContent = unread === 0 ? "" : "unread";
  });
  void fanfare.feed();
}
