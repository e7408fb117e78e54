import type { Fanfare } from "@fanfare/sdk";
import { byId } from "./dom.ts";

/** The bell of the masthead: opens what can be read again, and says how much of it is unread. There with Fanfare alone. */
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
