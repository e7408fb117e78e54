import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { startTemporaryServer } from "../../test/support/temporary-server.ts";

const folder = mkdtempSync(join(tmpdir(), "fanfare-tls-"));
const file = (name: string) => join(folder, name);
const environment = { FANFARE_TLS_CERT: file("cert.pem"), FANFARE_TLS_KEY: file("key.pem") };

function use(name: string): void {
  copyFileSync(file(`${name}.key`), file("key.pem"));
  copyFileSync(file(`${name}.crt`), file("cert.pem"));
}

beforeAll(() => {
  for (const name of ["first", "second"]) {
    const options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    const files = ["-keyout", file(`${name}.key`), "-out", file(`${name}.crt`), "-subj", `/CN=${name}`];
    const made = Bun.spawnSync(["openssl", "req", "-x509", ...options, ...files]);
    if (!made.success) throw new Error(`openssl could not make a certificate: ${made.stderr.toString()}`);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function certificateAt(port: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

test("uses a new certificate for new connections and keeps open sockets", async () => {
  use("first");
  const clock = manualClock(Date.now());
  await using server = await startTemporaryServer({ clock, environment });
  expect(server.url).toBe(`https://localhost:${server.port}`);
  expect(await certificateAt(server.port)).toBe("first");

  const channel = "news";
  const listen = async () => {
    const received = Promise.withResolvers<unknown>();
    const subscribed = Promise.withResolvers<void>();
    // Cast: this option is specific to Bun. The certificate is self-signed.
    const options = { tls: { rejectUnauthorized: false } } as unknown as string[];
    const socket = new WebSocket(`wss://127.0.0.1:${server.port}/app/shop?protocol=7`, options);
    socket.onopen = () => socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data));
      if (frame.event === "pusher_internal:subscription_succeeded") subscribed.resolve();
      if (frame.event === "said") received.resolve(frame.data);
    };
    await subscribed.promise;
    return { received: received.promise, close: () => socket.close() };
  };
  const before = await listen();

  use("second");
  const renewed = () => server.lines.some((line) => line.includes("certificate_renewed"));
  clock.advance(limits.tls_check_ms);
  while (!renewed()) await new Promise(setImmediate);
  expect(await certificateAt(server.port)).toBe("second");

  const after = await listen();
  const app = server.fanfare.apps.byKey("shop");
  if (app === undefined) throw new Error("The first app is missing.");
  server.fanfare.publish(app.id, channel, "said", "hello");
  expect(await Promise.all([before.received, after.received])).toEqual(["hello", "hello"]);
  before.close();
  after.close();
});

test("ignores mismatched certificate files and retries when they change", async () => {
  use("first");
  const clock = manualClock(Date.now());
  await using server = await startTemporaryServer({ clock, environment });
  copyFileSync(file("second.crt"), file("cert.pem"));
  const isLogged = (event: string) => server.lines.some((line) => line.includes(event));
  clock.advance(limits.tls_check_ms);
  while (!isLogged("certificate_refused") || clock.pending() === 0) await new Promise(setImmediate);
  expect(await certificateAt(server.port)).toBe("first");
  use("second");
  clock.advance(limits.tls_check_ms);
  while (!isLogged("certificate_renewed")) await new Promise(setImmediate);
  expect(await certificateAt(server.port)).toBe("second");
});

test("reports an unusable certificate and doesn't start", async () => {
  writeFileSync(file("cert.pem"), "nonsense");
  const started = startTemporaryServer({ environment });
  await expect(started).rejects.toThrow("as certificate and key");
});

test("reports a port in use with TLS, even if the port can be shared", async () => {
  use("first");
  await using server = await startTemporaryServer({ environment });
  const second = startTemporaryServer({ environment: { ...environment, FANFARE_PORT: String(server.port) } });
  await expect(second).rejects.toThrow("is in use by another program");
});
