import type { Celebration, Fanfare } from "../src/index.ts";

const nothing = (): void => {};
const off = () => nothing;
const NO_CELEBRATION: Celebration = {
  finished: Promise.resolve({ reason: "unavailable" }),
  stop: nothing,
  cancel: nothing,
};

/** What stands for an instance while a server renders: nobody looks at the page there. */
export const INERT: Fanfare = {
  identify: async () => ({ status: "waiting" }),
  group: async () => ({ status: "waiting" }),
  update: async () => ({ status: "waiting" }),
  setLocale: async () => {},
  page: async () => {},
  track: async () => {},
  start: async () => ({ status: "refused", gate: "unavailable" }),
  stop: nothing,
  stopAll: nothing,
  next: nothing,
  back: nothing,
  goTo: nothing,
  action: off,
  celebrate: () => NO_CELEBRATION,
  channel: (name) => ({ name, on: off, leave: nothing }),
  on: off,
  once: off,
  off: nothing,
  toast: async () => {},
  announce: async () => {},
  suppress: async () => {},
  unsuppress: async () => {},
  suppressions: () => [],
  feed: async () => ({ items: [], unread: 0 }),
  open: async () => ({ close: nothing, closed: Promise.resolve() }),
  pause: nothing,
  resume: nothing,
  explain: async () => undefined,
  debug: async () => {},
  setConsent: nothing,
  reset: async () => {},
  shutdown: nothing,
};
