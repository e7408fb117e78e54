import type { Celebration, ChannelHandle, Fanfare, InitOptions, Off } from "../src/index.ts";
import { INERT } from "./inert.ts";

export type * from "../src/index.ts";

const instances = new Map<string, Fanfare>();

/**
 * Loads the SDK from your Fanfare server and returns an instance immediately. The page then always runs the server's
 * version. Calls wait until the SDK has loaded and keep their order. If it can't be loaded, they do nothing.
 *
 * @example
 * import { init } from "@fanfare/sdk/load";
 * const fanfare = init({ key: "app-key", host: "https://fanfare.example" });
 */
export function init(options: InitOptions & { readonly host: string }): Fanfare {
  if (typeof window === "undefined") return INERT;
  const known = instances.get(options.key);
  if (known !== undefined) return known;
  const instance = deferred(load(options), () => instances.delete(options.key));
  instances.set(options.key, instance);
  return instance;
}

async function load(options: InitOptions & { readonly host: string }): Promise<Fanfare> {
  try {
    const url = `${options.host.replace(/\/+$/, "")}/sdk/fanfare.js`;
    // The server's module has the types of index.ts.
    const { init } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ url
    )) as typeof import("../src/index.ts");
    return init(options);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the only console output of the loader, with `debug` on
    if (options.debug === true) console.debug("Fanfare: the SDK can't be loaded", error);
    return INERT;
  }
}

/** Forwards each call to the instance once it exists. Callbacks of one promise run in the order of the calls. */
function deferred(loaded: Promise<Fanfare>, forget: () => void): Fanfare {
  let current = INERT;
  const ready = loaded.then((instance) => (current = instance));
  const run = (call: (fanfare: Fanfare) => unknown): void => void ready.then(call);
  const subscribe = (call: (fanfare: Fanfare) => Off): Off => deferOff(ready.then(call));
  return {
    identify: (...args) => ready.then((it) => it.identify(...args)),
    group: (...args) => ready.then((it) => it.group(...args)),
    update: (...args) => ready.then((it) => it.update(...args)),
    setLocale: (...args) => ready.then((it) => it.setLocale(...args)),
    page: (...args) => ready.then((it) => it.page(...args)),
    track: (...args) => ready.then((it) => it.track(...args)),
    start: (...args) => ready.then((it) => it.start(...args)),
    stop: (...args) => run((it) => it.stop(...args)),
    stopAll: () => run((it) => it.stopAll()),
    next: () => run((it) => it.next()),
    back: () => run((it) => it.back()),
    goTo: (...args) => run((it) => it.goTo(...args)),
    action: (...args) => subscribe((it) => it.action(...args)),
    celebrate: (...args) => deferCelebration(ready.then((it) => it.celebrate(...args))),
    channel: (name) =>
      deferChannel(
        name,
        ready.then((it) => it.channel(name)),
      ),
    on: (...args) => subscribe((it) => it.on(...args)),
    once: (...args) => subscribe((it) => it.once(...args)),
    off: (...args) => run((it) => it.off(...args)),
    toast: (...args) => ready.then((it) => it.toast(...args)),
    announce: (...args) => ready.then((it) => it.announce(...args)),
    suppress: (...args) => ready.then((it) => it.suppress(...args)),
    unsuppress: (...args) => ready.then((it) => it.unsuppress(...args)),
    suppressions: () => current.suppressions(),
    feed: () => ready.then((it) => it.feed()),
    notifications: (...args) => ready.then((it) => it.notifications(...args)),
    open: (...args) => ready.then((it) => it.open(...args)),
    pause: (...args) => run((it) => it.pause(...args)),
    resume: (...args) => run((it) => it.resume(...args)),
    explain: (...args) => ready.then((it) => it.explain(...args)),
    debug: (...args) => ready.then((it) => it.debug(...args)),
    setConsent: (...args) => run((it) => it.setConsent(...args)),
    reset: () => ready.then((it) => it.reset()),
    shutdown: () => {
      forget();
      run((it) => it.shutdown());
    },
  };
}

function deferOff(subscribed: Promise<Off>): Off {
  return () => void subscribed.then((off) => off());
}

function deferChannel(name: string, joined: Promise<ChannelHandle>): ChannelHandle {
  return {
    name,
    on: (...args) => deferOff(joined.then((it) => it.on(...args))),
    leave: () => void joined.then((it) => it.leave()),
  };
}

function deferCelebration(started: Promise<Celebration>): Celebration {
  return {
    finished: started.then(({ finished }) => finished),
    stop: () => void started.then((it) => it.stop()),
    cancel: () => void started.then((it) => it.cancel()),
  };
}
