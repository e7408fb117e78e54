import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { PushPayload } from "@fanfare/contract/realtime/message-push";
import { decryptPush, pushBrowser } from "../../../test/support/push-service.ts";
import { fitPayload, pushRequest, pushTopic } from "./push-request.ts";
import { personOutcome, pushOutcome } from "./push-service.ts";

const PAYLOAD: PushPayload = {
  ...{ title: "News", text: "Hello", tag: "fanfare:1", token: "t".repeat(300) },
  click_url: "https://fanfare.example/v1/push-clicks?app=shop",
};

async function requestFor(browser: ReturnType<typeof pushBrowser>, payload: PushPayload) {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const signer = {
    public_key: Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("base64url"),
    private_key: JSON.stringify(await crypto.subtle.exportKey("jwk", pair.privateKey)),
    contact: "https://fanfare.example",
  };
  const keys = { p256dh: browser.public_key.toString("base64url"), auth: browser.auth.toString("base64url") };
  const handling = { ttl_s: 60, urgency: "normal", topic: pushTopic("x"), now_ms: 1_800_000_000_000 } as const;
  return pushRequest(signer, { endpoint: "https://push.example/1", keys }, payload, handling);
}

describe("notification to one browser", () => {
  test("the receiver of these tests decrypts the example of RFC 8291", () => {
    const browser = {
      private_key: Buffer.from("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url"),
      public_key: Buffer.from(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "base64url",
      ),
      auth: Buffer.from("BTBZMqHH6r4Tts7J_aSIgg", "base64url"),
    };
    const body = Buffer.from(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
      "base64url",
    );
    expect(decryptPush(browser, body)).toBe("When I grow up, I want to be a watermelon");
  });

  test("is encrypted for the browser alone, at the same length whatever it contains", async () => {
    const browser = pushBrowser();
    const [short, long] = await Promise.all(
      ["Hi", "Hello ".repeat(200)].map((text) => requestFor(browser, { ...PAYLOAD, text })),
    );
    const body = Buffer.from(short?.body ?? "");
    expect(JSON.parse(decryptPush(browser, body))).toEqual({ ...PAYLOAD, text: "Hi" });
    expect(() => decryptPush(pushBrowser(), body)).toThrow();
    body[body.length - 20] = (body[body.length - 20] ?? 0) ^ 1;
    expect(() => decryptPush(browser, body)).toThrow();
    expect(short?.body.length).toBe(long?.body.length ?? 0);
    expect(body.length).toBe(4_096);
  });

  test("is shortened between characters if it exceeds what a push service accepts", async () => {
    const href = `https://shop.example/${"x".repeat(limits.push_link_bytes_max - 30)}`;
    const fitted = fitPayload({ ...PAYLOAD, href, text: "🎉".repeat(limits.notice_text_chars_max / 2) });
    const bytes = Buffer.byteLength(JSON.stringify(fitted));
    expect(bytes).toBeLessThanOrEqual(limits.push_payload_bytes_max);
    expect(bytes).toBeGreaterThan(limits.push_payload_bytes_max - 5);
    expect(fitted.text).toMatch(/^(?:🎉)+…$/u);
    const browser = pushBrowser();
    const { body } = await requestFor(browser, fitted);
    expect(JSON.parse(decryptPush(browser, Buffer.from(body)))).toEqual(fitted);
    expect(fitPayload(PAYLOAD)).toBe(PAYLOAD);
  });

  test("fits with the longest title, link, key, and a text that can't be shortened further", () => {
    const longest = {
      ...PAYLOAD,
      title: "ﷺ".repeat(limits.notice_title_chars_max),
      text: "x".repeat(limits.notice_text_chars_max),
      href: "x".repeat(limits.push_link_bytes_max - 2),
      tag: `fanfare:${"ﷺ".repeat(limits.live_update_name_chars_max)}`,
      lang: "x".repeat(limits.locale_chars_max),
      token: "t".repeat(320),
    };
    expect(Buffer.byteLength(JSON.stringify(fitPayload(longest)))).toBeLessThanOrEqual(limits.push_payload_bytes_max);
  });
});

describe("response of a push service", () => {
  const now_ms = Date.UTC(2026, 10, 29);
  const answered = (status: number, retry_after?: string) =>
    pushOutcome({ outcome: "answered", status, excerpt: "", retry_after }, now_ms);

  test.each([
    [201, { outcome: "accepted" }],
    [202, { outcome: "accepted" }],
    [404, { outcome: "gone" }],
    [410, { outcome: "gone" }],
    [400, { outcome: "failed", failure: "refused" }],
    [403, { outcome: "failed", failure: "refused" }],
    [413, { outcome: "failed", failure: "refused" }],
    [500, { outcome: "retry", failure: "unreachable", after_ms: 0 }],
    [503, { outcome: "retry", failure: "unreachable", after_ms: 0 }],
  ] as const)("%d means what RFC 8030 says", (status, expected) => {
    expect(answered(status)).toEqual(expected);
  });

  test.each([
    ["120", 120_000],
    ["Sun, 29 Nov 2026 00:05:00 GMT", 300_000],
    ["Sat, 28 Nov 2026 00:00:00 GMT", 0],
    ["soon", 0],
  ])("waits as long as Retry-After: %s asks for", (retry_after, after_ms) => {
    expect(answered(429, retry_after)).toEqual({ outcome: "retry", failure: "busy", after_ms });
  });

  test("one browser that got the notification is enough", () => {
    const [accepted, gone, retry, failed] = [answered(201), answered(410), answered(503), answered(400)];
    expect(personOutcome([gone, retry, accepted, failed])).toBe(accepted);
    expect(personOutcome([gone, failed, retry])).toBe(retry);
    expect(personOutcome([gone, failed])).toBe(failed);
    expect(personOutcome([gone, gone])).toEqual({ outcome: "gone" });
  });
});
