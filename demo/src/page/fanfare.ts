import type { Fanfare } from "@fanfare/sdk";
import { ORDER_CHANGED, ORDER_CREATED, type Order, STAFF_CHANNEL } from "../order.ts";
import { api, type Session } from "./api.ts";
import { byId } from "./dom.ts";

export const TOUR = "welcome";

export interface Listeners {
  created(order: Order): void;
  changed(order: Order): void;
  /** Connected or reconnected: request what was missed meanwhile. */
  live(): void;
}

type SdkModule = Pick<typeof import("@fanfare/sdk"), "init">;

/**
 * Adds Fanfare to the page like any customer: loads the SDK, identifies the person, and subscribes. The desk also works
 * without it: if Fanfare isn't reachable, it only shows a message.
 */
export async function startFanfare(session: Session, listeners: Listeners): Promise<Fanfare | undefined> {
  try {
    const config = await api.config();
    // Cast: Fanfare serves this file, with the package's types.
    const { init } = (await import(`${config.host}/sdk/fanfare.js`)) as SdkModule;
    const fanfare = init({ key: config.key });
    void fanfare.identify(
      session.user.id,
      { name: session.user.name, role: session.user.role },
      { token: session.token, getToken: async () => (await api.session()).token },
    );
    const staff = fanfare.channel(STAFF_CHANNEL);
    // Cast: only the shop's own backend can publish on this channel.
    staff.on(ORDER_CREATED, (order) => listeners.created(order as Order));
    staff.on(ORDER_CHANGED, (order) => listeners.changed(order as Order));
    staff.on("pusher:subscription_succeeded", () => {
      showLive("live");
      listeners.live();
    });
    staff.on("pusher:subscription_error", () => showLive("away"));
    fanfare.on("connection", ({ state }) => {
      if (state !== "connected") showLive(state === "connecting" ? "connecting" : "away");
    });
    return fanfare;
  } catch {
    showLive("away");
    return undefined;
  }
}

const LIVE_TEXTS = { connecting: "Connecting", live: "Live", away: "Offline" } as const;

function showLive(state: keyof typeof LIVE_TEXTS): void {
  byId("live", HTMLParagraphElement).dataset["state"] = state;
  const text = byId("live-text", HTMLSpanElement);
  if (text.textContent !== LIVE_TEXTS[state]) text.textContent = LIVE_TEXTS[state];
}
