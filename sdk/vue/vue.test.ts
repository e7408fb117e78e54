import { expect, test } from "bun:test";
import { createSSRApp, effectScope } from "vue";
import { INERT } from "../npm/inert.ts";
import type { Celebration, Fanfare } from "../src/index.ts";
import { fanfarePlugin, useCelebration, useChannel, useEvent, useFanfare } from "./index.ts";

test("unsubscribes and stops celebrations when the component's scope ends", async () => {
  const log: string[] = [];
  let finish = (): void => {};
  const celebration: Celebration = {
    finished: new Promise((resolve) => {
      finish = () => resolve({ reason: "played" });
    }),
    stop: () => log.push("stop"),
    cancel: () => {},
  };
  const fanfare: Fanfare = {
    ...INERT,
    celebrate: () => celebration,
    channel: (name) => ({
      name,
      on: (event) => {
        log.push(`on ${name} ${event}`);
        return () => log.push(`off ${event}`);
      },
      leave: () => log.push("leave"),
    }),
  };
  const app = createSSRApp({}).use(fanfarePlugin(fanfare));
  const mount = () => {
    const scope = effectScope();
    const party = app.runWithContext(() =>
      scope.run(() => {
        useEvent(useChannel("orders"), "created", () => {});
        return useCelebration();
      }),
    );
    if (party === undefined) throw new Error("The scope is inactive.");
    return { scope, ...party };
  };
  const first = mount();
  first.celebrate("burst");
  expect(first.playing.value).toBe(true);
  first.scope.stop();
  expect(log).toEqual(["on orders created", "leave", "off created", "stop"]);

  const second = mount();
  second.celebrate();
  finish();
  await celebration.finished;
  await Promise.resolve();
  expect(second.playing.value).toBe(false);
});

test("does nothing in server rendering, and asks for the plugin where it's missing", () => {
  const app = createSSRApp({}).use(
    fanfarePlugin(() => {
      throw new Error("init ran on the server");
    }),
  );
  expect(app.runWithContext(() => useFanfare())).toBe(INERT);
  expect(() => createSSRApp({}).runWithContext(() => useFanfare())).toThrow("needs fanfarePlugin()");
});
