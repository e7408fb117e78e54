import { describe, expect, test } from "bun:test";
import { channelSignatureText, requestSignatureText, userSignatureText } from "@fanfare/contract/realtime/signature";
import { hmacHex, signText, verifySignature } from "./signing.ts";

const SECRET = "7ad3773142a6692b25b8";
const SIGNER = { key: "278d425bdf160c739803", secrets: [{ secret: SECRET }] };
const SOCKET = "1234.1234";

/** Computed with node:crypto and, where supported, with npm `pusher` 5.3.4. */
const VECTORS: readonly (readonly [what: string, text: string, signature: string])[] = [
  [
    "private channel",
    channelSignatureText(SOCKET, "private-foobar"),
    "58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4",
  ],
  [
    "presence channel, Mr. Channels",
    channelSignatureText(SOCKET, "presence-foobar", '{"user_id":10,"user_info":{"name":"Mr. Channels"}}'),
    "31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80",
  ],
  [
    "presence channel, Mr. Pusher",
    channelSignatureText(SOCKET, "presence-foobar", '{"user_id":10,"user_info":{"name":"Mr. Pusher"}}'),
    "afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c",
  ],
  [
    "presence channel beyond ASCII",
    channelSignatureText(SOCKET, "presence-foobar", '{"user_id":"42","user_info":{"name":"Zoë \\"Z\\""}}'),
    "fd309b09f0342bab21093a7ca785eef01f8f0171760086c92bf35c4ecd3de05d",
  ],
  [
    "private channel with channel_data",
    channelSignatureText(SOCKET, "private-foobar", '{"foo":"bar"}'),
    "13cc18efb858e429b24bd58bb1e47f405d3d2f40c8bdfc96d933b65295139612",
  ],
  [
    "user",
    userSignatureText(SOCKET, '{"id":"12345"}'),
    "4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba",
  ],
  [
    "user with info and watchlist",
    userSignatureText(SOCKET, '{"id":"u1","user_info":{"name":"Ann"},"watchlist":["u2","u3"]}'),
    "516337f335ace48da6cc1070214c8d4a5b7f5abd7abd8a49a3b07515913034e1",
  ],
  [
    "encrypted channel",
    channelSignatureText(SOCKET, "private-encrypted-foobar"),
    "e6a18892d037c5d5e76a2265df4f086ffc38631605530dfd214aa5bff495f533",
  ],
  [
    "encrypted cache channel",
    channelSignatureText(SOCKET, "private-encrypted-cache-foobar"),
    "b9b56ee68b2117189dbac324760a1f9958070108e3ef45232e5dcbba37dbb831",
  ],
  [
    "webhook body",
    '{"time_ms":1327078148132,"events":[{"name":"channel_occupied","channel":"test_channel"}]}',
    "709fdb84c03664445f7698120b0edf0acc1ab1c8c6e93a0368c61841d6b998aa",
  ],
];

const signedRequest = (method: string, path: string, more: readonly (readonly [string, string])[]): string =>
  requestSignatureText(method, path, [
    ["auth_key", SIGNER.key],
    ["auth_timestamp", "1353088179"],
    ["auth_version", "1.0"],
    ...more,
  ]);

const REQUESTS: typeof VECTORS = [
  [
    "POST events",
    signedRequest("POST", "/apps/3/events", [["body_md5", "ec365a775a4cd0599faeb73354201b6f"]]),
    "da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c",
  ],
  [
    "GET channels",
    signedRequest("GET", "/apps/3/channels", [
      ["info", "user_count"],
      ["filter_by_prefix", "presence-"],
    ]),
    "16819168891cb5dfd72b5c7a5d3d602605b26c6ba1930033b5e2eeeb65010291",
  ],
  [
    "GET users of a channel",
    signedRequest("GET", "/apps/3/channels/presence-foobar/users", []),
    "5567dd30e7f8575e66be615d2aac3f608a0c311c31ddab8513a278b022e9597e",
  ],
  [
    "GET channel",
    signedRequest("GET", "/apps/3/channels/presence-foobar", [["info", "user_count,subscription_count,cache"]]),
    "e01e612686519d3f51fb79149b3989db2d7017ab8410dcd5245e6ca722663633",
  ],
  [
    "POST terminate_connections",
    signedRequest("POST", "/apps/3/users/12345/terminate_connections", [
      ["body_md5", "99914b932bd37a50b983c5e7c90ae93b"],
    ]),
    "01fa634edeb0cae84115307cad5c23f65a46cd286461b1c89637a3b5871a8f0e",
  ],
  [
    "POST batch_events",
    signedRequest("POST", "/apps/3/batch_events", [["body_md5", "a59eb67b0e4f084f007f912258e32c11"]]),
    "a5b8052e80ea20e41e6ff81620f48f4de06f1a53344b5f2b8d308ac1e759f2a4",
  ],
];

test.each([...VECTORS, ...REQUESTS])(
  "computes the same signature of a %s as other implementations",
  (_, text, signature) => {
    expect(hmacHex(SECRET, text)).toBe(signature);
    expect(verifySignature(SIGNER.secrets, text, signature)).toBe(true);
  },
);

test("signs method, path, and sorted query of a request, each on its own line", () => {
  expect(signedRequest("post", "/apps/3/events", [["Body_MD5", "ec36"]])).toBe(
    "POST\n/apps/3/events\nauth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0&body_md5=ec36",
  );
});

describe("isSignedBy", () => {
  const good = hmacHex(SECRET, "text");
  test("accepts any live secret", () => {
    expect(verifySignature([{ secret: "other" }, ...SIGNER.secrets], "text", good)).toBe(true);
    expect(verifySignature([{ secret: "other" }], "text", good)).toBe(false);
    expect(verifySignature([], "text", good)).toBe(false);
  });
  test.each([
    "",
    "0",
    good.slice(1),
    `${good}0`,
    good.toUpperCase(),
    `${good}\n`,
    `0x${good.slice(2)}`,
    "z".repeat(64),
  ])("rejects %p without throwing", (signature) =>
    expect(verifySignature(SIGNER.secrets, "text", signature)).toBe(false),
  );
});

test("signs with the newest secret of a key", () => {
  const signer = { key: "k", secrets: [{ secret: "new" }, { secret: "old" }] };
  expect(signText(signer, "text")).toBe(`k:${hmacHex("new", "text")}`);
});
