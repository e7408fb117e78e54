import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { type ClassicClients, type ClassicPage, startClassicClients } from "./clients/signalr-classic.ts";
import { HISTORY_APP, startTestServerProcess, type TestServerProcess } from "./support/server-process.ts";
import { eventually } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

let clients: ClassicClients;
let before: TestServerProcess;
let after: TestServerProcess;
let proxy: TcpProxy;
beforeAll(async () => {
  [clients, before, after] = await Promise.all([
    startClassicClients(),
    startTestServerProcess(),
    startTestServerProcess(),
  ]);
  proxy = await startTcpProxy(before.port);
});
afterAll(async () => {
  proxy.stop();
  await Promise.all([clients.stop(), before.kill(), after.kill()]);
});

interface Meta {
  readonly position: string;
}
const metasOn = (page: ClassicPage, channel: string): readonly Meta[] =>
  // Cast: metadata of an event.
  page.received("event").flatMap(([name, , , meta]) => (name === channel ? [meta as Meta] : []));

test("reports any loss to signalr 2.4.3 when the server is killed after a subscribe", async () => {
  const pages = await Promise.all(
    ["webSockets", "serverSentEvents", "longPolling"].map(async (transport) => {
      const page = clients.open({
        server: proxy.origin,
        page_url: `${proxy.origin}/`,
        qs: { app: HISTORY_APP.key },
        start: { transport },
      });
      await page.started();
      expect((await page.invoke("Subscribe", "kept-orders")).error).toBeUndefined();
      return page;
    }),
  );
  before.publish("kept-orders", "first");
  await eventually("the event is received", () => pages.every((page) => metasOn(page, "kept-orders").length === 1));
  const answers = await Promise.all(pages.map((page) => page.invoke("Subscribe", "news")));
  await before.kill();
  proxy.retarget(after.port);
  expect(answers.map(({ result }) => result)).toEqual(pages.map(() => ({ channel: "news" })));

  await eventually("each channel is reset", () => pages.every((page) => page.received("reset").length === 2));
  for (const page of pages) {
    expect(page.received("reset")).toEqual([
      ["kept-orders", { from: metasOn(page, "kept-orders")[0]?.position, to: expect.stringMatching(/^[^:]+:0$/) }],
      ["news", { from: null, to: null }],
    ]);
  }
  for (const channel of ["kept-orders", "news"]) after.publish(channel, "second");
  await eventually("both go on", () =>
    pages.every((page) => metasOn(page, "kept-orders").length === 2 && metasOn(page, "news").length === 1),
  );
  for (const page of pages) page.stop();
});
