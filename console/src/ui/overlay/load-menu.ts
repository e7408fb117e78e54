import { type Cancel, systemClock } from "@fanfare/contract/lib/clock";
import { useSyncExternalStore } from "react";

type MenuParts = typeof import("./menu-parts.tsx");

/** People start to use the page. Usually, menus have loaded before the pointer or the focus reaches their buttons. */
const STARTS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
const ENDS = ["pointerup", "pointercancel", "keyup"] as const;
/** From the end of a press to its click. */
const CLICK_WITHIN_MS = 300;

let parts: MenuParts | undefined;
const listeners = new Set<() => void>();
/** The press of a button whose menu hasn't loaded, by touch or key. Replaced meanwhile, the button would get no click. */
let press: Promise<void> | undefined;

/** The parts of menus, or undefined until they have loaded. */
export function useMenuParts(): MenuParts | undefined {
  return useSyncExternalStore(subscribe, () => parts);
}

function subscribe(listener: () => void): Cancel {
  listeners.add(listener);
  if (parts === undefined) listen();
  return () => listeners.delete(listener);
}

function listen(): void {
  for (const start of STARTS) window.addEventListener(start, load, { passive: true });
}

async function load(): Promise<void> {
  for (const start of STARTS) window.removeEventListener(start, load);
  try {
    const module = await import("./menu-parts.tsx");
    while (press !== undefined) await press;
    parts = module;
    for (const listener of listeners) listener();
  } catch {
    // Without a connection. The next action tries again.
    listen();
  }
}

/** Returns what ends the press: its click. Without a click, it ends soon after the button or key is released. */
export function holdDuringPress(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  press = promise;
  const release = (): void => {
    if (press === promise) press = undefined;
    resolve();
  };
  for (const end of ENDS) {
    window.addEventListener(end, () => systemClock.after(CLICK_WITHIN_MS, release), { once: true });
  }
  return release;
}
