import { expect, test } from "bun:test";
import { sharedServer } from "../../test/support/shared-server.ts";

const { server } = await sharedServer();

/** Sends these parts, and resolves with everything that the server sent until it closed, or until `enough`. */
async function exchange(parts: readonly string[], enough: RegExp): Promise<{ text: string; closed: boolean }> {
  const done = Promise.withResolvers<void>();
  let text = "";
  let closed = false;
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port,
    socket: {
      data(_, bytes) {
        text += bytes.toString("latin1");
        if (enough.test(text)) done.resolve();
      },
      close() {
        closed = true;
        done.resolve();
      },
    },
  });
  for (const part of parts) {
    socket.write(part);
    socket.flush();
    await new Promise(setImmediate);
  }
  await done.promise;
  socket.terminate();
  return { text, closed };
}

const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, code = ""]) => code);

test("never answers a request that is smuggled behind Transfer-Encoding and Content-Length", async () => {
  const smuggled = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  for (const headers of [
    `Content-Length: ${5 + smuggled.length}\r\nTransfer-Encoding: chunked`,
    `Transfer-Encoding: chunked\r\nContent-Length: 6`,
    `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\nContent-Length: 6`,
    `Content-Length: 5\r\nContent-Length: ${5 + smuggled.length}`,
  ]) {
    const request = `POST /v1/boot?app=x HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n0\r\n\r\n${smuggled}`;
    const { text } = await exchange([request], /HTTP\/1\.1 \d{3}[\s\S]*\r\n\r\n/);
    expect([headers, statuses(text)[0]]).toEqual([headers, "400"]);
    expect(statuses(text)).not.toContain("200");
  }
});

test("answers HTTP/1.0 and requests that come byte by byte", async () => {
  const old = await exchange(["GET /healthz HTTP/1.0\r\n\r\n"], /\r\n\r\n/);
  expect(statuses(old.text)).toHaveLength(1);
  const request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  const { text } = await exchange([...request], /\r\n\r\n/);
  expect(statuses(text)).toEqual(["200"]);
});

test("answers others while many clients send their headers and bodies slowly", async () => {
  const slow = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const socket = await Bun.connect({ hostname: "127.0.0.1", port: server.port, socket: { data() {} } });
      socket.write(
        index % 2 === 0
          ? "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: "
          : "POST /v1/events?app=x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{",
      );
      socket.flush();
      return socket;
    }),
  );
  for (let request = 0; request < 20; request++) expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  for (const socket of slow) socket.terminate();
});

// Takes a minute.
if (process.env["NIGHTLY"] === "1") {
  test("ends requests whose headers or body come a byte a second", async () => {
    const heads = [
      "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ",
      "POST /v1/events?app=x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
    ];
    await Promise.all(heads.map(untilEnded));
  }, 300_000);
}

/** Sends this, then a byte a second, until the server closes the connection. */
async function untilEnded(head: string): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    ...{ hostname: "127.0.0.1", port: server.port },
    socket: { data() {}, close: () => ended.resolve() },
  });
  socket.write(head);
  const timer = setInterval(() => socket.write("1"), 1_000);
  await ended.promise;
  clearInterval(timer);
}

test("refuses headers without an end", async () => {
  const { text } = await exchange([`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${"a".repeat(200_000)}`], /\r\n\r\n/);
  expect(["431", "400"]).toContain(statuses(text)[0] ?? "");
});
