/** Options of {@link Fanfare.notifications}. */
export interface PushOptions {
  /**
   * The path of the service worker on your site, `/fanfare-push.js` by default. The file imports `/sdk/push-worker.js`
   * from Fanfare. It's registered for its own scope, so a service worker that your site already has stays as it is.
   */
  readonly worker?: string | undefined;
}

/**
 * - `unsupported`: this browser or page can't subscribe. Safari on iOS can once the site is on the home screen.
 * - `denied`: the person blocked notifications of the site. Only they can change that, in the browser's settings.
 * - `unsubscribed`: the person can subscribe.
 * - `subscribed`: this browser shows notifications.
 */
export type PushState = "unsupported" | "denied" | "unsubscribed" | "subscribed";

/** Notifications in this browser, for the current person. */
export interface PushNotifications {
  state(): PushState;
  /**
   * Asks the person for permission, then subscribes. Call it directly from a click, because browsers may ignore other
   * calls. Resolves to the new state, which stays `unsubscribed` if the person closes the question or the subscription
   * fails.
   */
  subscribe(): Promise<PushState>;
  /** Ends notifications in this browser. Call it before {@link Fanfare.reset} when the person signs out. */
  unsubscribe(): Promise<PushState>;
}
