import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { importJWK, jwtVerify } from "jose";

/** A browser's side of Web Push: its keys, which only it has. */
export interface PushBrowser {
  readonly private_key: Buffer;
  readonly public_key: Buffer;
  readonly auth: Buffer;
}

export function pushBrowser(): PushBrowser {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  return { private_key: ecdh.getPrivateKey(), public_key: ecdh.getPublicKey(), auth: randomBytes(16) };
}

const HEADER_BYTES = 21;
const TAG_BYTES = 16;
const LAST_RECORD = 2;
/** The least that a push service accepts. */
const MESSAGE_BYTES_MAX = 4_096;

/** Decrypts as RFC 8291 and RFC 8188 say, apart from the code under test. Throws if any byte was changed. */
export function decryptPush({ private_key, public_key, auth }: PushBrowser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const record_size = body.readUInt32BE(16);
  const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + (body[20] ?? 0));
  const record = body.subarray(HEADER_BYTES + sender.length);
  if (record.length > record_size) throw new Error("The message has more than one record.");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(private_key);
  const shared = ecdh.computeSecret(sender);
  const key_info = Buffer.concat([Buffer.from("WebPush: info\0"), public_key, sender]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, key_info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(LAST_RECORD);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("The padding is invalid.");
  return padded.subarray(0, end).toString("utf8");
}

export interface ReceivedPush {
  /** Name of the subscription. */
  readonly name: string;
  readonly payload: unknown;
  readonly ttl_s: number;
  readonly urgency: string;
  readonly topic: string;
  readonly bytes: number;
  /** Claims of the sender's signature. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What the service does with the next message to a subscription. `hang`: never answers. */
export type PushAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: "hang" };

export interface TestPushService {
  /** Subscribes a browser as `pushManager.subscribe` does. Returns what `PushSubscription.toJSON()` does. */
  subscribe(
    name: string,
    public_key: string,
  ): { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
  /** Answers to the next messages to this subscription. Then each is accepted. */
  answer(name: string, ...answers: readonly PushAnswer[]): void;
  /** Accepted messages since the last call, decrypted. */
  taken(): readonly ReceivedPush[];
  /** Number of requests, including those that weren't accepted. */
  requests(): number;
  [Symbol.dispose](): void;
}

interface Subscribed {
  readonly browser: PushBrowser;
  readonly public_key: string;
  readonly answers: PushAnswer[];
}

/**
 * A push service that speaks the protocols that browsers' services do: RFC 8030, VAPID (RFC 8292), and aes128gcm
 * (RFC 8291). It accepts a message only if the sender has the key that the browser subscribed with.
 */
export async function startPushService(now_ms: () => number): Promise<TestPushService> {
  const subscribed = new Map<string, Subscribed>();
  const received: ReceivedPush[] = [];
  let requests = 0;
  /** Undefined: never answers. */
  const receive = async (request: IncomingMessage): Promise<Exclude<PushAnswer, { status: "hang" }> | undefined> => {
    requests++;
    const name = decodeURIComponent((request.url ?? "").slice("/push/".length));
    const known = subscribed.get(name);
    if (known === undefined) return { status: 404 };
    const answer = known.answers.shift() ?? { status: 201 };
    if (answer.status === "hang") return undefined;
    const { ttl, topic, urgency, "content-encoding": encoding } = request.headers;
    const { authorization = null, host } = request.headers;
    const claims = await readVapid(authorization, `http://${host}`, known.public_key, now_ms());
    if (claims === undefined) return { status: 403 };
    const body = await buffer(request);
    if (body.length > MESSAGE_BYTES_MAX) return { status: 413 };
    if (encoding !== "aes128gcm") return { status: 415 };
    if (!/^\d+$/.test(`${ttl}`) || !/^[A-Za-z0-9_-]{1,32}$/.test(`${topic}`)) return { status: 400 };
    if (answer.status === 201) {
      received.push({
        ...{ name, topic: `${topic}`, urgency: `${urgency}`, claims, bytes: body.length, ttl_s: Number(ttl) },
        payload: JSON.parse(decryptPush(known.browser, body)),
      });
    }
    return answer;
  };
  const server = createServer((request, response) => {
    void receive(request).then((answer) => {
      if (answer !== undefined) response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port.");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    subscribe(name, public_key) {
      const browser = pushBrowser();
      subscribed.set(name, { browser, public_key, answers: [] });
      return {
        endpoint: `${origin}/push/${encodeURIComponent(name)}`,
        keys: { p256dh: browser.public_key.toString("base64url"), auth: browser.auth.toString("base64url") },
      };
    },
    answer: (name, ...answers) => void subscribed.get(name)?.answers.push(...answers),
    taken: () => received.splice(0),
    requests: () => requests,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The claims of the sender's signature (RFC 8292). Undefined: it isn't accepted. */
export async function readVapid(
  authorization: string | null,
  origin: string,
  public_key: string,
  now_ms: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? "") ?? [];
  if (key !== public_key) return undefined;
  const point = Buffer.from(key, "base64url");
  const jwk = {
    ...{ kty: "EC", crv: "P-256" },
    ...{ x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") },
  };
  const options = { algorithms: ["ES256"], audience: origin, currentDate: new Date(now_ms) };
  const verified = await jwtVerify(token, await importJWK(jwk, "ES256"), options).catch(() => undefined);
  const { exp = Number.POSITIVE_INFINITY, sub = "" } = verified?.payload ?? {};
  // RFC 8292: valid for at most 24 hours, with someone to contact.
  if (exp - now_ms / 1_000 > 24 * 60 * 60 || !/^(?:mailto:|https:|http:\/\/localhost)/.test(sub)) return undefined;
  return verified?.payload;
}
