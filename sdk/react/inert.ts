import type { Celebration, Fanfare } from "../src/index.ts";

const noop = (): void => {};
const subscribe = () => noop;
const NO_CELEBRATION: Celebration = {
  finished: Promise.resolve({ reason: "unavailable" }),
  stop: noop,
  cancel: noop,
};

/** No-op instance for server rendering. */
export const INERT: Fanfare = {
  identify: async () => ({ status: "waiting" }),
  group: async () => ({ status: "waiting" }),
  update: async () => ({ status: "waiting" }),
  setLocale: async () => {},
  page: async () => {},
  track: async () => {},
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
  toast: async () => {},
  announce: async () => {},
  suppress: async () => {},
  unsuppress: async () => {},
  suppressions: () => [],
  feed: async () => ({ items: [], unread: 0 }),
  open: async () => ({ close: noop, closed: Promise.resolve() }),
  pause: noop,
  resume: noop,
  explain: async () => undefined,
  debug: async () => {},
  setConsent: noop,
  reset: async () => {},
  shutdown: noop,
};
