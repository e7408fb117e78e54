import { describe, expect, test } from "bun:test";
import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import { createAppDirectory } from "../../accounts/apps/app-directory.ts";
import { hmacHex } from "../../lib/signing.ts";
import { bodyMismatch, checkSignature } from "./signature.ts";

const NOW_S = 1_353_088_179;
const deps = {
  clock: { now: () => NOW_S * 1_000 },
  apps: createAppDirectory([TEST_APP]),
  path_prefix: "/fanfare",
};
const BASE = `auth_key=${TEST_APP.key}&auth_timestamp=${NOW_S}&auth_version=1.0`;

const check = (method: string, sent: string, query: string, signature: string) =>
  checkSignature(deps, method, `http://host:4000${sent}?${query}&auth_signature=${signature}`, TEST_APP.id);
const sign = (method: string, path: string, more: readonly (readonly [string, string])[] = []): string =>
  hmacHex(
    TEST_APP.secrets[0]?.secret ?? "",
    requestSignatureText(method, path, [
      ["auth_key", TEST_APP.key],
      ["auth_timestamp", String(NOW_S)],
      ["auth_version", "1.0"],
      ...more,
    ]),
  );

describe("accepted signed path", () => {
  test.each([
    ["the one that arrived", "/apps/3/events", "/apps/3/events"],
    ["percent-decoded", "/apps/3/channels/presence-a;b/users", "/apps/3/channels/presence-a%3Bb/users"],
    ["percent-encoded", "/apps/3/channels/presence-a%3Bb/users", "/apps/3/channels/presence-a%3Bb/users"],
    ["the one behind a prefix that a proxy added", "/apps/3/events", "/added/apps/3/events"],
    ["the one with the prefix that a proxy cut off", "/fanfare/apps/3/events", "/apps/3/events"],
  ])("%s", (_, signed, sent) => {
    expect(check("POST", sent, BASE, sign("POST", signed)).outcome).toBe("signed");
  });

  test.each([
    ["another resource", "/apps/3/batch_events", "/apps/3/events"],
    ["another app", "/apps/4/events", "/apps/3/events"],
    ["a prefix that nobody configured", "/other/apps/3/events", "/apps/3/events"],
    ["one with a slash at the end", "/apps/3/events/", "/apps/3/events"],
  ])("excludes %s", (_, signed, sent) => {
    expect(check("POST", sent, BASE, sign("POST", signed)).outcome).toBe("refused");
  });
});

test("includes the method in the signature", () => {
  expect(check("GET", "/apps/3/channels", BASE, sign("POST", "/apps/3/channels")).outcome).toBe("refused");
});

test("excludes the fragment from the signature", () => {
  const url = `http://host/apps/3/events?${BASE}&auth_signature=${sign("POST", "/apps/3/events")}#x=1`;
  expect(checkSignature(deps, "POST", url, "3").outcome).toBe("signed");
});

test("includes the MD5 of an empty GET body like any parameter", () => {
  const md5 = "d41d8cd98f00b204e9800998ecf8427e";
  const signature = sign("GET", "/apps/3/channels", [["body_md5", md5]]);
  expect(check("GET", "/apps/3/channels", `${BASE}&body_md5=${md5}`, signature)).toMatchObject({ body_md5: md5 });
  expect(bodyMismatch("", md5)).toBeUndefined();
});

test("reports the delay and the clock to check for an expired signature", () => {
  const late = check("POST", "/apps/3/events", BASE.replace(String(NOW_S), String(NOW_S - 3_600)), "0");
  expect(late).toMatchObject({ message: expect.stringContaining("3600 s later") });
});
