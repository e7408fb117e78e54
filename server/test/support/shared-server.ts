import { afterAll } from "bun:test";
import { startTemporaryServer, type TemporaryServer, type TestBrowser } from "./temporary-server.ts";

/**
 * One server for all tests of a file, with the owner signed in. Stops after the last test.
 *
 * @example
 * const { server, owner } = await sharedServer({ clock });
 */
export async function sharedServer(
  options?: Parameters<typeof startTemporaryServer>[0],
): Promise<{ readonly server: TemporaryServer; readonly owner: TestBrowser }> {
  const server = await startTemporaryServer(options);
  afterAll(() => server[Symbol.asyncDispose]());
  return { server, owner: await server.ownerBrowser() };
}
