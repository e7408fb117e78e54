import type { Celebration, Fanfare } from "../src/index.ts";

const noop = (): void => {};
const settle = async (): Promise<void> => {};
const wait = async () => ({ status: "waiting" }) as const;
const subscribe = () => noop;
const NO_CELEBRATION: Celebration = {
  finished: Promise.resolve({ reason: "unavailable" }),
  stop: noop,
  cancel: noop,
};

/** No-op instance where there is no page: server rendering, workers, and jsdom. */
export const INERT: Fanfare = {
  identify: wait,
  group: wait,
  update: wait,
  setLocale: settle,
  page: settle,
  track: settle,
  start: async () => ({ status: "refused", gate: "unavailable" }),
  stop: noop,
  stopAll: noop,
  next: noop,
  back: noop,
  goTo: noop,
  action: subscribe,
  celebrate: () => NO_CELEBRATION,
  channel: (name) => ({ name, on: subscribe, leave: noop }),
  on: subscribe,
  once: subscribe,
  off: noop,
  toast: settle,
  announce: settle,
  suppress: settle,
  unsuppress: settle,
  suppressions: () => [],
  feed: async () => ({ items: [], unread: 0 }),
  notifications: async () => undefined,
  open: async () => ({ close: noop, closed: Promise.resolve() }),
  pause: noop,
  resume: noop,
  explain: async () => undefined,
  debug: settle,
  setConsent: noop,
  reset: settle,
  shutdown: noop,
};
