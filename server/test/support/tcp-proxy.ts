import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy that treats its connections as networks do: it cuts them, stalls them, and reads slowly. */
export interface TcpProxy {
  readonly port: number;
  readonly origin: string;
  /** How many connections have come so far. */
  readonly accepted: number;
  /** Ends every open connection without a word. */
  cut(): void;
  /** From now on nothing passes towards the client, new connections included, and nothing more is read from the server. */
  stall(): void;
  /** Lets through what was held, and everything after it. */
  resume(): void;
  /** New connections are cut at once. */
  refuse(refusing: boolean): void;
  /** New connections go to another port of this machine. */
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
    up.on("data", (octets) => down.write(octets));
    if (is_stalled) up.pause();
    for (const socket of [down, up]) {
      socket.on("close", end);
      // A connection that breaks is what this is for.
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
    cut() {
      for (const { down, up } of links) {
        down.destroy();
        up.destroy();
      }
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
      for (const { down, up } of links) {
        down.destroy();
        up.destroy();
      }
    },
  };
}
