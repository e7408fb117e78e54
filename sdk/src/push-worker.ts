/**
 * `push-worker.js`: shows notifications and opens their links. Runs in a service worker of the customer's site, which
 * imports it and can set `self.fanfarePush` before.
 */

import type { PushPayload } from "@fanfare/contract/realtime/message-push";

/** Set by the site's own file. */
interface PushSettings {
  /** URL of the image beside the text. */
  readonly icon?: string | undefined;
  /** Small monochrome image for Android's status bar. */
  readonly badge?: string | undefined;
  /** Page that a click on a notification without a link opens. `/` by default. */
  readonly url?: string | undefined;
}

// The page's types have no service worker.
declare const self: ServiceWorkerScope & { readonly fanfarePush?: PushSettings | undefined };
interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly clients: {
    matchAll(options: { readonly type: "window"; readonly includeUncontrolled: true }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: "push", listener: (event: LastingEvent & { readonly data: PushData | null }) => void): void;
  addEventListener(
    name: "notificationclick",
    listener: (event: LastingEvent & { readonly notification: Notification }) => void,
  ): void;
}
interface PageClient {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface PushData {
  json(): unknown;
}

self.addEventListener("push", (event) => {
  const payload = readPayload(event.data);
  if (payload === undefined) return;
  const { title, text, tag, lang = "" } = payload;
  const { icon, badge } = self.fanfarePush ?? {};
  const images = { ...(icon === undefined ? {} : { icon }), ...(badge === undefined ? {} : { badge }) };
  const shown = { body: text, tag, lang, dir: "auto", data: { fanfare: payload }, ...images } as const;
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  const payload: PushPayload | undefined = notification.data?.fanfare;
  if (payload === undefined) return;
  notification.close();
  const { click_url, token, href } = payload;
  const body = JSON.stringify({ token });
  const reported = fetch(click_url, { method: "POST", headers: { "content-type": "application/json" }, body });
  event.waitUntil(Promise.allSettled([open(href), reported]));
});

/** Undefined for notifications of another sender. */
function readPayload(data: PushData | null): PushPayload | undefined {
  try {
    // Cast: the message is signed, so this server sent it, unless the site has other senders.
    const payload = data?.json() as Partial<PushPayload> | null | undefined;
    return payload?.tag?.startsWith("fanfare:") === true ? (payload as PushPayload) : undefined;
  } catch {
    return undefined;
  }
}

/** Shows a tab that has the page already, or opens one. */
async function open(href: string | undefined): Promise<void> {
  const start = new URL(self.fanfarePush?.url ?? "/", self.location.href).href;
  const url = href === undefined ? start : new URL(href, self.location.href).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = href === undefined ? pages[0] : pages.find((each) => each.url === url);
  if (page !== undefined) await page.focus();
  else await self.clients.openWindow(url);
}
