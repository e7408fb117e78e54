import { connect, createServer, type Socket } from "node:net";

/** TCP proxy that simulates network faults: it cuts and stalls connections, and reads slowly. */
export interface TcpProxy {
  readonly port: number;
  readonly origin: string;
  readonly accepted: number;
  /** Closes every open connection. */
  cut(): void;
  /** Forwards this much more from the server, then closes every open connection. Resolves when that is done. */
  cutAfter(bytes: number): Promise<void>;
  /** Stops forwarding to the client, also on new connections, and stops reading from the server. */
  stall(): void;
  /** Forwards the held data and everything after it. */
  resume(): void;
  refuse(refusing: boolean): void;
  retarget(target_port: number): void;
  stop(): void;
}

interface Link {
  readonly down: Socket;
  readonly up: Socket;
}

/**
 * @example
 * const proxy = await startTcpProxy(server.port);
 * const page = clients.open({ server: proxy.origin, ... });
 * proxy.cut();
 */
export async function startTcpProxy(target_port: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  let accepted = 0;
  let is_stalled = false;
  let is_refusing = false;
  let target = target_port;
  let limit: { left: number; readonly reached: () => void } | undefined;
  const cut = (): void => {
    for (const { down, up } of links) {
      down.destroy();
      up.destroy();
    }
  };
  /** What of a chunk may still be forwarded. */
  const spend = (octets: Buffer): Buffer => {
    if (limit === undefined) return octets;
    const forwarded = octets.subarray(0, limit.left);
    limit.left -= forwarded.length;
    return forwarded;
  };

  const server = createServer((down) => {
    accepted++;
    if (is_refusing) {
      down.destroy();
      return;
    }
    const up = connect(target, "127.0.0.1");
    const link = { down, up };
    links.add(link);
    const end = (): void => {
      links.delete(link);
      down.destroy();
      up.destroy();
    };
    down.on("data", (octets) => up.write(octets));
    up.on("data", (octets) => {
      const forwarded = spend(octets);
      down.write(forwarded, () => {
        if (forwarded.length === octets.length) return;
        limit?.reached();
        limit = undefined;
        cut();
      });
    });
    if (is_stalled) up.pause();
    for (const socket of [down, up]) {
      socket.on("close", end);
      // Broken connections are the purpose of this proxy.
      socket.on("error", end);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    get accepted() {
      return accepted;
    },
    cut,
    cutAfter(bytes) {
      const { promise, resolve } = Promise.withResolvers<void>();
      limit = { left: bytes, reached: resolve };
      return promise;
    },
    stall() {
      is_stalled = true;
      for (const { up } of links) up.pause();
    },
    resume() {
      is_stalled = false;
      for (const { up } of links) up.resume();
    },
    refuse(refusing) {
      is_refusing = refusing;
    },
    retarget(port_of_another) {
      target = port_of_another;
    },
    stop() {
      server.close();
      cut();
    },
  };
}
