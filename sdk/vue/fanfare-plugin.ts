import { type InjectionKey, inject, type Plugin } from "vue";
import { INERT } from "../npm/inert.ts";
import type { Fanfare } from "../src/index.ts";

const FANFARE: InjectionKey<Fanfare> = Symbol("fanfare");

/**
 * Provides the instance to all components of an application. With server rendering, pass a function that calls `init`:
 * it runs only in the browser.
 *
 * @example
 * createApp(App).use(fanfarePlugin(() => init({ key: "app-key", host: "https://fanfare.example" }))).mount("#app");
 */
export function fanfarePlugin(fanfare: Fanfare | (() => Fanfare)): Plugin {
  return {
    install(app) {
      const start = (create: () => Fanfare): Fanfare => (typeof window === "undefined" ? INERT : create());
      app.provide(FANFARE, typeof fanfare === "function" ? start(fanfare) : fanfare);
    },
  };
}

/**
 * Returns the instance that `fanfarePlugin` provides.
 *
 * @throws Error if the application doesn't use the plugin.
 *
 * @example
 * const fanfare = useFanfare();
 * const showTour = () => fanfare.start("welcome");
 */
export function useFanfare(): Fanfare {
  const fanfare = inject(FANFARE, undefined);
  if (fanfare === undefined) {
    throw new Error("useFanfare() needs fanfarePlugin(). Add it to your application with app.use().");
  }
  return fanfare;
}
