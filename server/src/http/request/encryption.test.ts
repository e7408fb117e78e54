import { expect, test } from "bun:test";
import { encryptionDetector } from "./encryption.ts";
import { NO_PROXIES, parseTrustedProxies } from "./trusted-proxies.ts";

const proxies = parseTrustedProxies("loopback") ?? NO_PROXIES;
const HERE = "127.0.0.1";
const AWAY = "203.0.113.7";
const [PLAIN, SECURE] = ["http://live.example", "https://live.example/live"];

test.each<[what: string, url: string, public_url: string, peer: string, forwarded: string | undefined, is: boolean]>([
  ["TLS of the server's own", "https://host/app/k", PLAIN, AWAY, undefined, true],
  ["TLS, whatever a header says", "https://host/app/k", PLAIN, AWAY, "http", true],
  ["plain HTTP", "http://host/app/k", PLAIN, AWAY, undefined, false],
  ["a stranger who claims a proxy", "http://host/app/k", PLAIN, AWAY, "https", false],
  ["a proxy on this machine that took TLS off", "http://host/app/k", PLAIN, HERE, "https", true],
  ["a proxy on this machine that did not", "http://host/app/k", PLAIN, "::1", "http", false],
  ["the last of several proxies", "http://host/app/k", PLAIN, HERE, "https, http", false],
  ["a program on this machine", "http://host/app/k", PLAIN, HERE, undefined, false],
  ["a proxy elsewhere, by the public address", "http://host/app/k", SECURE, AWAY, undefined, true],
  ["a proxy elsewhere that lets plain HTTP through", "http://host/app/k", SECURE, AWAY, "http", false],
  ["a proxy that names the WebSocket's own scheme", "http://host/app/k", SECURE, AWAY, "wss", true],
])("%s", (_, url, public_url, peer, forwarded, expected) => {
  const request = new Request(url, forwarded === undefined ? {} : { headers: { "X-Forwarded-Proto": forwarded } });
  expect(encryptionDetector({ public_url, proxies, peerOf: () => peer })(request)).toBe(expected);
});
