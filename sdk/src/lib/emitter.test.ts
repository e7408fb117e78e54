import { expect, test } from "bun:test";
import { createEmitter } from "./emitter.ts";

interface Told {
  readonly ready: number;
  readonly changed: number;
}

function setUp() {
  const received: string[] = [];
  const emitter = createEmitter<Told>((listener, data) => listener(data));
  const listen =
    (name: string) =>
    (data: number): void => {
      received.push(`${name} ${data}`);
    };
  return { received, emitter, listen };
}

test("calls a function twice when added twice, each removable separately", () => {
  const { received, emitter, listen } = setUp();
  const a = listen("a");
  const offs = [emitter.on("ready", a), emitter.on("ready", a)];
  emitter.emit("ready", 1);
  offs[0]?.();
  offs[0]?.();
  emitter.emit("ready", 2);
  expect([received, emitter.size()]).toEqual([["a 1", "a 1", "a 2"], 1]);
});

test("calls a once listener only for the next event, even when nested", () => {
  const { received, emitter, listen } = setUp();
  const a = listen("a");
  emitter.on(
    "ready",
    (data) => {
      a(data);
      if (data === 1) emitter.emit("ready", 2);
    },
    true,
  );
  emitter.emit("changed", 0);
  emitter.emit("ready", 1);
  emitter.emit("ready", 3);
  expect([received, emitter.size()]).toEqual([["a 1"], 0]);
});

test("removes only the given function of one event with off", () => {
  const { received, emitter, listen } = setUp();
  const [a, b] = [listen("a"), listen("b")];
  emitter.on("ready", a);
  emitter.on("ready", a);
  emitter.on("ready", a, true);
  emitter.on("ready", b);
  emitter.on("changed", a);
  emitter.off("ready", a);
  emitter.off("ready", listen("a"));
  emitter.emit("ready", 1);
  emitter.emit("changed", 2);
  expect(received).toEqual(["b 1", "a 2"]);
});

test("ignores listeners added or removed during an event", () => {
  const { received, emitter, listen } = setUp();
  const b = listen("b");
  emitter.on("ready", () => {
    emitter.off("ready", b);
    emitter.on("ready", listen("c"));
  });
  emitter.on("ready", b);
  emitter.emit("ready", 1);
  expect(received).toEqual(["b 1"]);
  emitter.emit("ready", 2);
  expect(received).toEqual(["b 1", "c 2"]);
});
