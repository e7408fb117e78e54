import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../e2e/support/test-server.ts";
import { asText, KEYS, type SmokeBrowser } from "./browser.ts";

const START_DEADLINE_MS = 30_000;
const PROBE_EVERY_MS = 100;
const STOP_DEADLINE_MS = 5_000;

/** Commands that WebKitGTK needs: its driver, and a virtual display if there is none. */
export function findWebKit(): readonly string[] | undefined {
  const driver = Bun.which("WebKitWebDriver");
  if (driver === null) return undefined;
  if (process.env["DISPLAY"] !== undefined) return [driver];
  const screen = Bun.which("xvfb-run");
  return screen === null ? undefined : [screen, "-a", driver];
}

/**
 * Starts WebKitGTK's minimal browser and controls it through WebDriver.
 *
 * @throws Error if it doesn't start or respond in time.
 */
export async function startWebKit(command: readonly string[]): Promise<SmokeBrowser> {
  const home = mkdtempSync(join(tmpdir(), "fanfare-webkit-"));
  const port = await freePort();
  const child = Bun.spawn([...command, `--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    stdio: ["ignore", "ignore", "ignore"],
    // In a process group with its virtual display, which is a separate process.
    detached: true,
  });
  const call = async (method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const stop = async (): Promise<void> => {
    const end = (signal: NodeJS.Signals): void => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The processes have already exited.
      }
    };
    end("SIGTERM");
    const late = setTimeout(() => end("SIGKILL"), STOP_DEADLINE_MS);
    await child.exited;
    clearTimeout(late);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const deadline = performance.now() + START_DEADLINE_MS;
    while ((await call("GET", "/status").catch(() => undefined)) === undefined) {
      if (performance.now() > deadline) throw new Error("WebKitWebDriver doesn't respond.");
      await Bun.sleep(PROBE_EVERY_MS);
    }
    const { sessionId, capabilities } = (await call("POST", "/session", {
      capabilities: { alwaysMatch: { browserName: "MiniBrowser" } },
    })) as { readonly sessionId: string; readonly capabilities: Readonly<Record<string, string>> };
    const here = `/session/${sessionId}`;
    return {
      name: `WebKitGTK, ${capabilities["browserName"]} ${capabilities["browserVersion"]}`,
      goto: async (url) => void (await call("POST", `${here}/url`, { url })),
      async evaluate(expression) {
        const script = `const done = arguments[arguments.length - 1];
          ${asText(expression)}.then(done, (error) => done(JSON.stringify({ failed: String(error) })));`;
        const text = await call("POST", `${here}/execute/async`, { script, args: [] });
        const value: unknown = JSON.parse(String(text));
        if (typeof value === "object" && value !== null && "failed" in value) throw new Error(String(value.failed));
        return value;
      },
      async press(key) {
        const strokes = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] }));
        await call("POST", `${here}/actions`, { actions: [{ type: "key", id: "keys", actions: strokes }] });
      },
      async close() {
        await call("DELETE", here).catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
