import { describe, expect, test } from "bun:test";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { silentLog } from "../lib/log.ts";
import { type AppendResult, LogUnavailable, type OnceKey } from "./log.ts";
import type { PostedMessage } from "./messages.ts";
import { PostedMessages } from "./posted-messages.ts";

interface Append {
  readonly ref: number;
  readonly once: OnceKey | undefined;
  readonly answer: PromiseWithResolvers<AppendResult>;
}

/** A log that the test answers itself, and what took effect without it. */
function openPosted(can_apply_alone = true) {
  const appends: Append[] = [];
  const alone: PostedMessage[] = [];
  const posted = new PostedMessages({
    ...{ node: "one", log: silentLog },
    append(text, once) {
      const answer = Promise.withResolvers<AppendResult>();
      appends.push({ ref: JSON.parse(text).ref, once, answer });
      return answer.promise;
    },
    applyAlone(message) {
      if (can_apply_alone) alone.push(message);
      return can_apply_alone;
    },
  });
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ posted, appends, alone },
    async settle(index: number, outcome: AppendResult | "timed_out" | "not_sent") {
      const { answer } = appends[index] ?? {};
      if (outcome === "appended" || outcome === "repeated" || outcome === "conflict") answer?.resolve(outcome);
      else answer?.reject(new LogUnavailable("Redis didn't confirm.", { may_follow: outcome === "timed_out" }));
      await nextTurn();
    },
    async repeat() {
      void posted.repeat();
      await nextTurn();
    },
  };
}

/** Cast: any text is an ID here. */
const app_id = "7" as AppId;
const MESSAGE: PostedMessage = { kind: "command", command: { do: "terminate_user", app_id, user_id: "ada" } };

describe("a message that Redis didn't confirm", () => {
  test("takes effect once when it comes from the log afterwards", async () => {
    const { posted, alone, settle } = openPosted();
    posted.post(MESSAGE, false);
    await settle(0, "timed_out");
    expect(alone).toEqual([MESSAGE]);
    expect(posted.arrived(1)).toBe(false);
  });

  test("takes effect once when it came from the log before", async () => {
    const { posted, alone, settle } = openPosted();
    posted.post(MESSAGE, false);
    expect(posted.arrived(1)).toBe(true);
    await settle(0, "timed_out");
    expect(alone).toEqual([]);
  });

  test("waits for the log if only the log can apply it", async () => {
    const { posted, appends, settle, repeat } = openPosted(false);
    posted.post(MESSAGE, true);
    await settle(0, "timed_out");
    await repeat();
    expect(appends).toHaveLength(2);
    expect(posted.arrived(1)).toBe(true);
  });

  test("is repeated with the same key until Redis confirms it", async () => {
    const { posted, appends, alone, settle, repeat } = openPosted();
    posted.post(MESSAGE, true);
    await settle(0, "not_sent");
    await repeat();
    await settle(1, "timed_out");
    await repeat();
    await settle(2, "repeated");
    await repeat();
    expect(appends.map(({ ref }) => ref)).toEqual([1, 1, 1]);
    expect(new Set(appends.map(({ once }) => once?.key))).toEqual(new Set(["one:1"]));
    expect(alone).toEqual([MESSAGE]);
    expect(posted.arrived(1)).toBe(false);
  });

  test("isn't repeated if others must not get it late", async () => {
    const { posted, appends, settle, repeat } = openPosted();
    posted.post(MESSAGE, false);
    await settle(0, "timed_out");
    await repeat();
    expect(appends).toHaveLength(1);
    expect(appends[0]?.once).toBeUndefined();
  });

  test("isn't repeated after it came from the log", async () => {
    const { posted, appends, settle, repeat } = openPosted();
    posted.post(MESSAGE, true);
    await settle(0, "timed_out");
    posted.arrived(1);
    await repeat();
    expect(appends).toHaveLength(1);
  });
});

test("repeats what Redis confirmed and lost with its log, unless another node had it", async () => {
  const { posted, appends, settle, repeat } = openPosted();
  for (let count = 0; count < 2; count++) posted.post(MESSAGE, true);
  await settle(0, "appended");
  posted.stateReceived();
  await settle(1, "appended");
  posted.logBegan();
  await repeat();
  expect(appends.map(({ ref }) => ref)).toEqual([1, 2, 2]);
});

test("keeps a limited number of messages, and drops the oldest", async () => {
  const { posted, appends, settle, repeat } = openPosted();
  for (let count = 0; count <= limits.redis_posted_max; count++) posted.post(MESSAGE, true);
  for (const index of appends.keys()) appends[index]?.answer.reject(new LogUnavailable("Redis didn't confirm."));
  await settle(0, "not_sent");
  await repeat();
  expect(appends.slice(limits.redis_posted_max + 1)).toHaveLength(limits.redis_posted_max);
  expect(appends[limits.redis_posted_max + 1]?.ref).toBe(2);
});
