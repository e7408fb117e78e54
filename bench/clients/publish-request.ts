import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import { hmacHex } from "@fanfare/server/lib/signing";
import { BENCH_APP, channelName, EVENT_DATA, EVENT_NAME } from "../servers/commands.ts";

/** As sent by Pusher's own library, to one of 32 channels each. */
export function publishRequest(index: number): Uint8Array {
  const body = JSON.stringify({ name: EVENT_NAME, data: EVENT_DATA, channels: [channelName(index)] });
  const path = `/apps/${BENCH_APP.id}/events`;
  const query: [string, string][] = [
    ["auth_key", BENCH_APP.key],
    ["auth_timestamp", String(Math.floor(Date.now() / 1_000))],
    ["auth_version", "1.0"],
    ["body_md5", new Bun.CryptoHasher("md5").update(body).digest("hex")],
  ];
  query.push(["auth_signature", hmacHex(BENCH_APP.secret, requestSignatureText("POST", path, query))]);
  const head = [
    `POST ${path}?${query.map((pair) => pair.join("=")).join("&")} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    "X-Pusher-Library: pusher-http-node 5.3.4",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}
