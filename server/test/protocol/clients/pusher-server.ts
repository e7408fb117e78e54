import { type NodeProcess, startNode } from "./node-process.ts";

/** Result of a server library call: an HTTP API response, a local value, or an error. */
export interface LibraryResult {
  readonly status?: number;
  readonly body?: string;
  readonly value?: unknown;
  readonly error?: string;
}

/** Server library `pusher` in a Node process. */
export interface PusherServer {
  call(method: string, ...args: readonly unknown[]): Promise<LibraryResult>;
  stop(): Promise<void>;
}

export async function startPusherServer(config: Readonly<Record<string, unknown>>): Promise<PusherServer> {
  const node: NodeProcess<
    { readonly id: number; readonly method: string; readonly args: readonly unknown[] },
    LibraryResult & { readonly id: number }
  > = await startNode("pusher-server.cjs");
  const waiting = new Map<number, (result: LibraryResult) => void>();
  node.onReport(({ id, ...result }) => waiting.get(id)?.(result));
  let next = 0;
  const call: PusherServer["call"] = (method, ...args) => {
    const id = next++;
    const { promise, resolve } = Promise.withResolvers<LibraryResult>();
    waiting.set(id, resolve);
    node.send({ id, method, args });
    return promise;
  };
  await call("configure", config);
  return { call, stop: () => node.stop() };
}
