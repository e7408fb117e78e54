import type { PushKeyResponse, PushSubscriptionResponse } from "@fanfare/contract/schema/client/push";
import type { PushNotifications, PushOptions, PushState } from "../api/push.ts";
import type { Report } from "../lib/report.ts";
import type { Identity } from "../net/identity.ts";
import type { Net } from "../net/net.ts";

export interface PushDeps {
  readonly window: Window & typeof globalThis;
  readonly net: Net;
  readonly identity: Pick<Identity, "claims">;
  readonly report: Report;
}

/** Shows nothing and asks for nothing until `subscribe` is called. */
export async function openPush(
  { window, net, identity, report }: PushDeps,
  options: PushOptions = {},
): Promise<PushNotifications> {
  const { navigator } = window;
  const script = new URL(options.worker ?? "/fanfare-push.js", window.location.href);
  // A scope without pages, so that it replaces no other worker of the site.
  const scope = `${script.pathname.replace(/\.\w+$/, "")}/`;
  let state: PushState = "unsubscribed";
  let id: string | null | undefined;

  const registered = () => navigator.serviceWorker.getRegistration(scope);
  const current = async (): Promise<PushSubscription | null | undefined> =>
    (await registered())?.pushManager.getSubscription();

  /** Tells the server about the browser's subscription. Ends one that isn't the person's. */
  const confirm = async (subscription: PushSubscription, agreed: boolean): Promise<void> => {
    const { endpoint, keys } = subscription.toJSON();
    const json = { endpoint, keys, agreed, ...identity.claims() };
    const answer = await net.call<PushSubscriptionResponse>("POST", "/v1/push-subscriptions", { json });
    if (answer.kind === "ok") ({ id } = answer.body);
    if (answer.kind === "refused") report("push", answer);
    // Without a response, a subscription from before stays.
    const is_kept = answer.kind === "ok" ? id !== null : answer.kind === "failed" && !agreed;
    state = is_kept ? "subscribed" : "unsubscribed";
    if (!is_kept) await subscription.unsubscribe();
  };

  const subscribe = async (): Promise<void> => {
    // First, while the browser still counts it as the person's click.
    const permission = await window.Notification.requestPermission();
    if (permission !== "granted") {
      state = permission === "denied" ? "denied" : "unsubscribed";
      return;
    }
    const answer = await net.call<PushKeyResponse>("GET", "/v1/push-key", {});
    if (answer.kind !== "ok") return;
    const key = fromBase64Url(answer.body.public_key);
    const { pushManager } = await activated(await navigator.serviceWorker.register(script.href, { scope }));
    const known = await pushManager.getSubscription();
    // A browser keeps its key. Another app of this site, or a restored server, has another one.
    if (known !== null && !isSameKey(known.options.applicationServerKey, key)) await known.unsubscribe();
    await confirm(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }), true);
  };

  const unsubscribe = async (): Promise<void> => {
    const subscription = await current();
    if (id != null) await net.call("DELETE", `/v1/push-subscriptions/${id}`, { query: identity.claims() });
    await subscription?.unsubscribe();
    state = "unsubscribed";
  };

  const run = async (task: () => Promise<void>): Promise<PushState> => {
    if (state === "unsupported") return state;
    try {
      await task();
    } catch (error) {
      report("push", error);
    }
    return state;
  };

  if (!window.isSecureContext || !("PushManager" in window) || !("Notification" in window)) state = "unsupported";
  await run(async () => {
    const subscription = await current();
    if (window.Notification.permission === "denied") state = "denied";
    else if (subscription != null) await confirm(subscription, false);
  });
  return { state: () => state, subscribe: () => run(subscribe), unsubscribe: () => run(unsubscribe) };
}

/** Subscribing needs an active worker. */
function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active !== null || worker === null) return Promise.resolve(registration);
  return new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve(registration);
      if (worker.state === "redundant") reject(new Error("The service worker can't be installed."));
    });
  });
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isSameKey(known: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(known ?? []);
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index]);
}
