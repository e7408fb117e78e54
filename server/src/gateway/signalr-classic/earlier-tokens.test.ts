import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Pusher from "pusher";
import {
  APP,
  identityToken,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../test/support/temporary-server.ts";

const CLIENT = { clientProtocol: "2.1", connectionData: '[{"name":"fanfare"}]' };

interface Envelope {
  readonly C?: string;
  readonly G?: string;
  /** Why the connection has ended. */
  readonly E?: string;
  readonly M?: readonly { readonly M: string; readonly A: readonly unknown[] }[];
}

/** A stock client in long polling, by its requests, so that a restart of the server is between two of them. */
class LongPollingClient {
  readonly #origin: () => string;
  readonly #query: Record<string, string>;
  #cursor = "";
  #groups: string | undefined;

  private constructor(origin: () => string, token: string) {
    this.#origin = origin;
    this.#query = { ...CLIENT, app: APP.key, transport: "longPolling", connectionToken: token };
  }

  static async open(origin: () => string, access_token: string): Promise<LongPollingClient> {
    const query = new URLSearchParams({ ...CLIENT, app: APP.key, access_token });
    const { ConnectionToken } = await (await fetch(`${origin()}/signalr/negotiate?${query}`)).json();
    const client = new LongPollingClient(origin, ConnectionToken);
    await client.#call("connect");
    await client.#call("start");
    return client;
  }

  async subscribe(channel: string): Promise<void> {
    const sent = this.#call("send", { data: JSON.stringify({ H: "fanfare", M: "Subscribe", A: [channel], I: 1 }) });
    while (this.#groups === undefined) await this.poll();
    await sent;
  }

  poll(): Promise<Envelope> {
    return this.#call("poll", { messageId: this.#cursor, ...(this.#groups && { groupsToken: this.#groups }) });
  }

  async #call(path: string, fields: Record<string, string> = {}): Promise<Envelope> {
    const url = `${this.#origin()}/signalr/${path}?${new URLSearchParams(this.#query)}`;
    const envelope: Envelope = await (await fetch(url, { method: "POST", body: new URLSearchParams(fields) })).json();
    this.#cursor = envelope.C ?? this.#cursor;
    this.#groups = envelope.G ?? this.#groups;
    return envelope;
  }
}

function backendOf({ origin }: TemporaryServer): Pusher {
  const { hostname, port } = new URL(origin);
  return new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port });
}

/** Runs `before` while a person is connected, restarts the server, and returns what their next poll gets. */
async function pollAfterRestart(
  before: (server: TemporaryServer, owner: TestBrowser) => Promise<unknown>,
): Promise<Envelope> {
  const data_dir = mkdtempSync(join(tmpdir(), "fanfare-earlier-tokens-"));
  let server = await startTemporaryServer({ data_dir });
  try {
    const client = await LongPollingClient.open(() => server.origin, await identityToken("mallory"));
    await client.subscribe("private-user-mallory");
    await before(server, await server.ownerBrowser());
    await server[Symbol.asyncDispose]();
    server = await startTemporaryServer({ data_dir });
    return await client.poll();
  } finally {
    await server[Symbol.asyncDispose]();
    rmSync(data_dir, { recursive: true });
  }
}

test("doesn't continue the connection of a terminated user after a restart", async () => {
  const { E } = await pollAfterRestart((server) => backendOf(server).terminateUserConnections("mallory"));
  expect(E).toMatch("authorized");
});

test("doesn't continue a connection from before a secret of its app was revoked", async () => {
  const { E } = await pollAfterRestart(async (_, owner) => {
    const { json: made } = await owner.call("POST", `/api/apps/${APP.id}/secrets`, {});
    const { json: all } = await owner.call("GET", `/api/apps/${APP.id}/secrets`);
    const first = all.items.find(({ id }: { id: string }) => id !== made.id);
    await owner.call("DELETE", `/api/apps/${APP.id}/secrets/${first.id}`);
  });
  expect(E).toMatch("secret");
});
