import { expect, test } from "bun:test";
import type { Me } from "@fanfare/contract/schema/responses/content/content";
import type { Labels } from "@fanfare/sdk";
import { createConsoleSdk, type SdkClient } from "./console-sdk.ts";

const me = (id: string): Me => ({
  member: {
    id,
    name: "Ada",
    email: "ada@example.com",
    role: "owner",
    has_password: true,
    ...{ permissions: [], app_roles: [] },
  },
  workspace: { name: "Northwind" },
  apps: [],
  guest: { key: "fanfare-console", external_id: id, token: `token of ${id}` },
});

function setting(load_fails = false) {
  const said: string[] = [];
  let hear = (): void => undefined;
  let lose = (): void => undefined;
  let words: Labels = {};
  let spoken: string | undefined;
  let fresh: (() => Promise<string>) | undefined;
  const sdk: SdkClient = {
    identify(external_id, { language }, { token, getToken }) {
      said.push(`identify ${external_id} by ${token}`);
      spoken = language;
      fresh = getToken;
    },
    celebrate: (preset) => said.push(`celebrate ${preset}`),
    channel: (name) => ({
      on(event, listener) {
        said.push(`hear ${event} on ${name}`);
        hear = () => listener(undefined);
        return () => undefined;
      },
    }),
    on(_, listener) {
      lose = () => listener({ state: "waiting" });
      return () => undefined;
    },
    shutdown: () => said.push("shutdown"),
  };
  const guest = createConsoleSdk({
    load: async () => {
      if (load_fails) throw new Error("blocked");
      return ({ key, host, labels }) => {
        said.push(`init ${key} at ${host}`);
        words = labels;
        return sdk;
      };
    },
    host: "https://fanfare.example",
    language: "ar",
    labels: { next: "التالي" },
    me: async () => me("mem_fresh"),
  });
  return {
    guest,
    said,
    signal: () => hear(),
    lose: () => lose(),
    fresh: () => fresh?.(),
    inWords: () => ({ spoken, next: words.next }),
  };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

test("identifies a member once, even if the page reports them repeatedly", async () => {
  const { guest, said } = setting();
  guest.enter(me("mem_1"));
  guest.enter(me("mem_1"));
  await settled();
  expect(said).toEqual([
    "init fanfare-console at https://fanfare.example",
    "identify mem_1 by token of mem_1",
    "hear content-changed on fanfare",
  ]);
});

test("replaces an expired token with a new one from the server", async () => {
  const { guest, fresh } = setting();
  guest.enter(me("mem_1"));
  await settled();
  expect(await fresh()).toBe("token of mem_fresh");
});

test("notifies subscribers of a signal until they unsubscribe", async () => {
  const { guest, signal } = setting();
  let heard = 0;
  const stop = guest.onChanged(() => heard++);
  guest.enter(me("mem_1"));
  await settled();
  signal();
  stop();
  signal();
  expect(heard).toBe(1);
});

test("shuts the SDK down on sign-out and restarts for the next member", async () => {
  const { guest, said } = setting();
  guest.enter(me("mem_1"));
  guest.leave();
  guest.enter(me("mem_2"));
  await settled();
  expect(said).toContain("shutdown");
  expect(said).toContain("identify mem_2 by token of mem_2");
});

test("the console works without the SDK", async () => {
  const { guest, said } = setting(true);
  guest.enter(me("mem_1"));
  guest.celebrate("burst");
  guest.leave();
  await settled();
  expect(said).toEqual([]);
});

test("subscribes pending listeners when the SDK loads, but not removed ones", async () => {
  const { guest, said } = setting();
  let heard = 0;
  const off = guest.listen("private-console-tail-1", {
    tail: () => {
      heard += 1;
    },
  });
  guest.enter(me("mem_1"));
  await settled();
  expect(said).toContain("hear tail on private-console-tail-1");
  const over = guest.listen("private-console-tail-2", { tail: () => undefined });
  over();
  await settled();
  expect(said).not.toContain("hear tail on private-console-tail-2");
  off();
  expect(heard).toBe(0);
});

test("requests and shows the console's own content in the page's language", async () => {
  const { guest, inWords } = setting();
  guest.enter(me("mem_1"));
  await settled();
  expect(inWords()).toEqual({ spoken: "ar", next: "التالي" });
});

test("notifies listeners of a lost connection until they unsubscribe", async () => {
  const { guest, lose } = setting();
  let lost = 0;
  const leave = guest.onLost(() => {
    lost += 1;
  });
  guest.enter(me("mem_1"));
  await settled();
  lose();
  leave();
  lose();
  expect(lost).toBe(1);
});
