import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asText, KEYS, type SmokeBrowser } from "./browser.ts";

const START_DEADLINE_MS = 60_000;
const ANSWER_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 5_000;

export function findFirefox(): string | undefined {
  return Bun.which("firefox-esr") ?? Bun.which("firefox") ?? undefined;
}

/**
 * Starts headless Firefox with its own profile and controls it through its built-in WebDriver BiDi.
 *
 * @param push_url Its push service. Pages may show notifications.
 * @throws Error if it doesn't start or respond in time.
 */
export async function startFirefox(command: string, push_url: string): Promise<SmokeBrowser> {
  const home = mkdtempSync(join(tmpdir(), "fanfare-firefox-"));
  const preferences = Object.entries({
    // Firefox draws notifications itself, without a desktop.
    "alerts.useSystemBackend": false,
    // Automation turns it off.
    "dom.push.connection.enabled": true,
    "dom.push.serverURL": push_url,
    "dom.push.testing.allowInsecureServerURL": true,
    // A headless window can't ask.
    "permissions.default.desktop-notification": 1,
  });
  writeFileSync(
    join(home, "user.js"),
    preferences.map((each) => `user_pref(${each.map((part) => JSON.stringify(part)).join(", ")});\n`).join(""),
  );
  const child = Bun.spawn(
    [command, "--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0", "about:blank"],
    { env: { ...process.env, HOME: home, MOZ_HEADLESS: "1" }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const stop = async (): Promise<void> => {
    child.kill();
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS);
    await child.exited;
    clearTimeout(late);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const socket = await connect(`${await address(child.stderr)}/session`);
    const { call } = createProtocolClient(socket);
    const session = await call("session.new", { capabilities: { alwaysMatch: {} } });
    const { browserName, browserVersion } = session["capabilities"] as Readonly<Record<string, string>>;
    // The first tab of a headless window never has focus, so Enter would have no effect.
    const { context } = await call("browsingContext.create", { type: "tab" });
    await call("browsingContext.activate", { context });
    return {
      name: `${browserName} ${browserVersion}`,
      goto: async (url) => void (await call("browsingContext.navigate", { context, url, wait: "complete" })),
      async evaluate(expression) {
        const answer = await call("script.evaluate", {
          ...{ expression: asText(expression), target: { context }, awaitPromise: true, resultOwnership: "none" },
        });
        if (answer["type"] === "exception") throw new Error(JSON.stringify(answer["exceptionDetails"]));
        return JSON.parse((answer["result"] as { readonly value: string }).value);
      },
      async press(key) {
        const strokes = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] }));
        await call("input.performActions", { context, actions: [{ type: "key", id: "keys", actions: strokes }] });
      },
      async close() {
        socket.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Firefox prints its WebDriver URL. */
async function address(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const late = AbortSignal.timeout(START_DEADLINE_MS);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stderr) {
    text += decoder.decode(chunk, { stream: true });
    const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1];
    if (found !== undefined) return found;
    if (late.aborted) break;
  }
  throw new Error(`Firefox didn't print its address. Output:\n${text}`);
}

function connect(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("error", () => reject(new Error(`${url} refused the connection.`)));
  });
}

type Reply = Readonly<Record<string, unknown>>;

function createProtocolClient(socket: WebSocket): { call(method: string, params: object): Promise<Reply> } {
  const waiting = new Map<number, (answer: Reply) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Reply;
    waiting.get(Number(answer["id"]))?.(answer);
    waiting.delete(Number(answer["id"]));
  });
  return {
    call(method, params) {
      const id = ++last;
      const answered = new Promise<Reply>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${method} got no response.`)), ANSWER_DEADLINE_MS);
        waiting.set(id, (answer) => {
          clearTimeout(late);
          if (answer["type"] === "error") reject(new Error(`${method}: ${JSON.stringify(answer)}`));
          else resolve(answer["result"] as Reply);
        });
      });
      socket.send(JSON.stringify({ id, method, params }));
      return answered;
    },
  };
}
