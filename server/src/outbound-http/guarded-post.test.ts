import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecure } from "node:tls";
import { manualClock, systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { answerWith, failed, postRequestTo, rawReceiver } from "../../test/support/raw-receiver.ts";
import { LOCAL_ADDRESSES } from "./address-guard.ts";
import { createGuardedPost, type GuardedPostDeps, type PostOutcome, systemResolve } from "./guarded-post.ts";

const postWith = (deps: Partial<GuardedPostDeps> = {}) =>
  createGuardedPost({ clock: systemClock, rules: LOCAL_ADDRESSES, resolve: systemResolve, ...deps });

describe("call", () => {
  const post = postWith();
  const answerTo = async (text: string): Promise<PostOutcome> => {
    await using receiver = await rawReceiver(answerWith(text));
    return await post(postRequestTo(receiver.url));
  };

  test("is sent unchanged, with its length in bytes", async () => {
    const seen = Promise.withResolvers<string>();
    await using receiver = await rawReceiver((socket) => {
      socket.once("data", (bytes) => {
        seen.resolve(bytes.toString("utf8"));
        socket.end("HTTP/1.1 204 No Content\r\n\r\n");
      });
    });
    expect(await post(postRequestTo(receiver.url))).toMatchObject({ outcome: "answered", status: 204 });
    const { host } = new URL(receiver.url);
    expect(await seen.promise).toBe(
      `POST /hook?a=1 HTTP/1.1\r\nX-Test: 1\r\nHost: ${host}\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{"a":"ü"}`,
    );
  });

  test.each([
    ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200],
    ["HTTP/1.1 200\r\n\r\n", 200],
    ["HTTP/1.0 503 Later\r\n\r\n", 503],
    ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\n", 202],
  ])("returns the final status of %j", async (text, status) => {
    expect(await answerTo(text)).toMatchObject({ outcome: "answered", status });
  });

  test.each([
    ["Content-Length: 4\r\n\r\nlater", "later"],
    ["Content-Type: text/plain\r\n\r\n", ""],
    ["Transfer-Encoding: chunked\r\n\r\n4\r\nbusy\r\n5;x=y\r\n, lat\r\n0\r\n\r\n", "busy, lat"],
    ["Transfer-Encoding: chunked\r\n\r\n4\r\nbusy\r\nff\r\n, la", "busy, la"],
    ["X-A: 1\r\n\r\na\r\nb\0\x1b[0m\tc", "a\nb\ufffd\ufffd[0m\tc"],
    ["not a header\r\n\r\nbody", ""],
  ])("keeps the start of the body of %j as text that can be stored", async (rest, excerpt) => {
    expect(await answerTo(`HTTP/1.1 503 Later\r\n${rest}`)).toEqual({ outcome: "answered", status: 503, excerpt });
  });

  test("truncates a body at its limit without splitting a character", async () => {
    const answer = await answerTo(`HTTP/1.1 200 OK\r\n\r\nx${"ü".repeat(limits.webhook_answer_excerpt_bytes_max)}`);
    const whole = Math.floor((limits.webhook_answer_excerpt_bytes_max - 1) / 2);
    expect(answer).toEqual({ outcome: "answered", status: 200, excerpt: `x${"ü".repeat(whole)}` });
  });

  test.each([
    "SSH-2.0-OpenSSH_9.6\r\n",
    "HTTP/2 200\r\n\r\n",
    "HTTP/1.1 2000 x\r\n\r\n",
    "\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
  ])("fails at %j, which isn't a response", async (text) => {
    expect(await answerTo(text)).toEqual(failed("The response isn't HTTP/1.1."));
  });

  test("fails when the connection closes without a response or is refused", async () => {
    expect(await answerTo("HTTP/1.1 200 OK\r\n")).toEqual(failed(expect.stringContaining("closed")));
    const gone = await rawReceiver(() => {});
    await gone[Symbol.asyncDispose]();
    expect(await post(postRequestTo(gone.url))).toEqual(failed(expect.stringContaining("ECONNREFUSED")));
  });

  test("stops reading at 64 KiB and rejects a longer head", async () => {
    const flood = "x".repeat(limits.webhook_answer_bytes_max);
    const closed = Promise.withResolvers<void>();
    await using receiver = await rawReceiver((socket) => {
      socket.on("close", () => closed.resolve());
      socket.once("data", () => socket.write(`HTTP/1.1 200 OK\r\n\r\n${flood}`));
    });
    expect(await post(postRequestTo(receiver.url))).toMatchObject({ outcome: "answered", status: 200 });
    await closed.promise;
    expect(await answerTo(`HTTP/1.1 200 OK\r\nX-Flood: ${flood}`)).toEqual(
      failed(expect.stringContaining("65536 bytes")),
    );
  });

  test.each([
    ["HTTP/1.1 200 OK", failed("No response within 5000 ms.")],
    [
      "HTTP/1.1 201 Created\r\n\r\nand then nothing",
      { outcome: "answered", status: 201, excerpt: "and then nothing" } as const,
    ],
  ])("disconnects 5 seconds after receiving only %j", async (output, outcome) => {
    const clock = manualClock();
    const received = Promise.withResolvers<void>();
    const hung_up = Promise.withResolvers<void>();
    await using receiver = await rawReceiver((socket) => {
      socket.once("data", () => socket.write(output));
      socket.on("close", () => hung_up.resolve());
    });
    const patient = postWith({
      clock,
      dial({ port }, host) {
        const socket = connect({ host, port });
        // The next tick runs after all listeners of this event.
        socket.once("data", () => setImmediate(received.resolve));
        return socket;
      },
    });
    const answer = patient(postRequestTo(receiver.url));
    await received.promise;
    clock.advance(limits.webhook_timeout_ms - 1);
    expect(Bun.peek.status(answer)).toBe("pending");
    clock.advance(1);
    expect(await answer).toEqual(outcome);
    await hung_up.promise;
    expect(clock.pending()).toBe(0);
  });

  test("waits no longer for DNS than for a receiver", async () => {
    const clock = manualClock();
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const answer = postWith({ clock, resolve: () => promise })(postRequestTo("http://slow.example/"));
    clock.advance(limits.webhook_timeout_ms);
    expect(await answer).toEqual(failed("No response within 5000 ms."));
    resolve(["93.184.216.34"]);
  });
});

describe("over TLS", () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-tls-"));
  const [key, certificate] = [join(directory, "key.pem"), join(directory, "certificate.pem")];
  let server: Bun.Server<unknown>;
  beforeAll(() => {
    const name = ["-subj", "/CN=hook.example", "-addext", "subjectAltName=DNS:hook.example"];
    const files = ["-keyout", key, "-out", certificate];
    const options = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    const made = Bun.spawnSync(["openssl", "req", ...options, ...name, ...files]);
    if (!made.success) throw new Error(`openssl could not make a certificate: ${made.stderr.toString()}`);
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      tls: { key: Bun.file(key), cert: Bun.file(certificate) },
      fetch: (received) => new Response(null, { status: received.headers.get("Host") === "hook.example" ? 204 : 400 }),
    });
  });
  afterAll(async () => {
    await server.stop(true);
    rmSync(directory, { recursive: true });
  });
  const lead = { resolve: async () => ["127.0.0.1"] };

  test("requires a certificate for the host name in the URL", async () => {
    const trusting = postWith({
      ...lead,
      dial: ({ hostname }, host) =>
        connectSecure({
          ...{ host, port: server.port ?? 0, servername: hostname },
          ...{ ca: readFileSync(certificate, "utf8"), rejectUnauthorized: true },
        }),
    });
    expect(await trusting(postRequestTo("https://hook.example/"))).toMatchObject({ outcome: "answered", status: 204 });
    expect(await trusting(postRequestTo("https://other.example/"))).toEqual(failed(expect.stringContaining("ALTNAME")));
  });

  test("rejects an untrusted certificate, even if the environment allows one", async () => {
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    try {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      const answer = await postWith(lead)(postRequestTo(`https://hook.example:${server.port}/`));
      expect(answer).toEqual(failed(expect.stringMatching(/certificate/i)));
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });
});
