import { readVapid } from "../../server/test/support/push-service.ts";

const BODY_BYTES_MAX = 4_096;

interface Socket {
  send(text: string): unknown;
}

/** What Firefox sends to its push service. */
interface Command {
  readonly messageType?: string;
  readonly channelID?: string;
  readonly key?: string;
}

export interface PushConnection {
  /** For Firefox's `dom.push.serverURL`. */
  readonly url: string;
  /** Senders' requests that were passed on to the browser. */
  delivered(): number;
  stop(): Promise<void>;
}

/**
 * A push service for one Firefox, which subscribes and receives by WebSocket as at Mozilla's
 * (https://mozilla-push-service.readthedocs.io/en/latest/design/). Senders' messages are passed on as they are, so that
 * only the browser can decrypt them; those without a valid VAPID signature (RFC 8292) are refused.
 */
export function startPushConnection(): PushConnection {
  /** Keys of the sender by subscription. */
  const senders = new Map<string, string>();
  let browser: Socket | undefined;
  let delivered = 0;

  const receive = async (request: Request): Promise<Response> => {
    const channelID = new URL(request.url).pathname.slice("/push/".length);
    const key = senders.get(channelID);
    if (key === undefined || browser === undefined) return new Response(null, { status: 404 });
    const claims = await readVapid(request.headers.get("authorization"), new URL(request.url).origin, key, Date.now());
    if (claims === undefined) return new Response(null, { status: 403 });
    const body = Buffer.from(await request.arrayBuffer());
    if (body.length > BODY_BYTES_MAX) return new Response(null, { status: 413 });
    const headers = { encoding: request.headers.get("content-encoding") };
    const version = String(++delivered);
    const data = body.toString("base64url");
    browser.send(JSON.stringify({ messageType: "notification", channelID, version, data, headers }));
    return new Response(null, { status: 201 });
  };

  const answer = ({ messageType, channelID = "", key = "" }: Command): object | undefined => {
    switch (messageType) {
      case "hello":
        return { uaid: crypto.randomUUID().replaceAll("-", ""), use_webpush: true, broadcasts: {} };
      case "register":
        senders.set(channelID, key.replace(/=+$/, ""));
        return { channelID, pushEndpoint: `http://127.0.0.1:${server.port}/push/${channelID}` };
      case "unregister":
        senders.delete(channelID);
        return { channelID };
      default:
        // Acknowledgments and subscriptions to Mozilla's own broadcasts.
        return undefined;
    }
  };

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : receive(request)),
    websocket: {
      open(socket) {
        browser = socket;
      },
      message(socket, text) {
        const command: Command = JSON.parse(String(text));
        const fields = answer(command);
        if (fields !== undefined)
          socket.send(JSON.stringify({ messageType: command.messageType, status: 200, ...fields }));
      },
    },
  });
  return {
    url: `ws://127.0.0.1:${server.port}/`,
    delivered: () => delivered,
    stop: () => server.stop(true),
  };
}
