/** A server in a process of its own, so that it can be killed: obeys orders over IPC. */
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { startTestServer, TEST_APP } from "./test-server.ts";

export interface PublishCommand {
  readonly channel: string;
  readonly event: string;
}

/** App with history on channels that start with `kept-`. */
export const HISTORY_APP = {
  ...TEST_APP,
  settings: appSettings({ history_rules: [{ pattern: "kept-*", events_max: 10, ttl_s: 600 }] }),
};

export interface TestServerProcess {
  readonly port: number;
  publish(channel: string, event: string): void;
  /** Kills the server like a power cut: it sends nothing more. */
  kill(): Promise<void>;
}

export async function startTestServerProcess(): Promise<TestServerProcess> {
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdout: "inherit",
    stderr: "inherit",
    serialization: "json",
    ipc: (report: { readonly port: number }) => resolve(report.port),
  });
  const ended = child.exited.then((code) => Promise.reject(new Error(`The server ended with ${code}.`)));
  const port = await Promise.race([listening, ended]);
  ended.catch(() => {});
  return {
    port,
    publish: (channel, event) => void child.send({ channel, event } satisfies PublishCommand),
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

if (import.meta.main) {
  const fixture = startTestServer([HISTORY_APP]);
  process.on("message", ({ channel, event }: PublishCommand) => {
    fixture.channels.publish(HISTORY_APP.id, channel, event, null);
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port: fixture.port });
}
