import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { jsonLog, silentLog } from "./log.ts";

function capture(level: "debug" | "info" | "warn" | "error" = "info") {
  const lines: string[] = [];
  return { lines, log: jsonLog({ clock: manualClock(0), level, write: (line) => lines.push(line) }) };
}

test("writes an event as one JSON line with time, level, name, and fields", () => {
  const { lines, log } = capture();
  log.with({ node: "a" }).info("listening", { port: 4000, text: "two\nlines" });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.indexOf("\n")).toBe((lines[0]?.length ?? 0) - 1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    level: "info",
    event: "listening",
    node: "a",
    port: 4000,
    text: "two\nlines",
  });
});

test("omits events below the level", () => {
  const { lines, log } = capture("warn");
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["c", "d"]);
});

test("hides a field named like a secret at any depth", () => {
  const { lines, log } = capture();
  log.info("mistake", { password: "hunter2", request: { headers: { Authorization: "Bearer x1" } } });
  expect(lines.join("")).not.toContain("hunter2");
  expect(lines.join("")).not.toContain("x1");
});

test("keeps the message, stack, and cause of an error", () => {
  const { lines, log } = capture();
  log.error("failed", { error: new Error("outer", { cause: new Error("inner") }) });
  const logged = JSON.parse(lines[0] ?? "");
  expect(logged.error.message).toBe("outer");
  expect(logged.error.stack).toContain("log.test.ts");
  expect(logged.error.cause.message).toBe("inner");
});

test("continues when a field can't be JSON", () => {
  const { lines, log } = capture();
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  log.info("odd", { cycle });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "odd", unprintable_fields: ["cycle"] });
});

test("binds the silent log like any other", () => {
  expect(silentLog.with({ a: 1 })).toBe(silentLog);
});

test("writes no character that a viewer could take for a line break or a command", () => {
  const { lines, log } = capture();
  const text = "a\u0085b\u009bc\u2028d\u2029e\u007ff\u001b[2Jg";
  log.info("refused", { text });
  expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}|\u2028|\u2029/u);
  expect(JSON.parse(lines[0] ?? "").text).toBe(text);
});
