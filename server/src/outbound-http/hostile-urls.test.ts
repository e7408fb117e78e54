import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { systemClock } from "@fanfare/contract/lib/clock";
import { answerWith, failed, postRequestTo, type RawReceiver, rawReceiver } from "../../test/support/raw-receiver.ts";
import { type AddressRules, LOCAL_ADDRESSES, type Resolve, resolveTarget } from "./address-guard.ts";
import { createGuardedPost, type GuardedPostDeps, systemResolve } from "./guarded-post.ts";

/** Any port, so that refusals here are only about the address. */
const PUBLIC_ANY_PORT: AddressRules = { allow_private: false, ports: "any" };

const postWith = (deps: Partial<GuardedPostDeps> = {}) =>
  createGuardedPost({ clock: systemClock, rules: PUBLIC_ANY_PORT, resolve: systemResolve, ...deps });

/** Must never be reached. Counts connections, which precede any request. */
let canary: RawReceiver;
let heard_before = 0;
const hits = (): number => canary.connections - heard_before;
beforeAll(async () => {
  canary = await rawReceiver(answerWith("HTTP/1.1 200 OK\r\n\r\n"), "0.0.0.0");
});
beforeEach(() => {
  heard_before = canary.connections;
});
afterAll(() => canary[Symbol.asyncDispose]());

/** Spellings of this machine's address that a careless check allows. `PORT` is replaced by the canary's port. */
const FORMS = [
  ...["http://127.0.0.1:PORT/", "http://127.1:PORT/", "http://127.0.1:PORT/", "http://127.0.0.1.:PORT/"],
  ...["http://2130706433:PORT/", "http://0x7f000001:PORT/", "http://0X7F.0.0.1:PORT/", "http://0x7f.1:PORT/"],
  ...["http://0177.0.0.1:PORT/", "http://017700000001:PORT/", "http://0177.0.0.01:PORT/", "http://00000177.1:PORT/"],
  ...[
    "http://127.0.0.0x1:PORT/",
    "http://127.0x0.00.1:PORT/",
    "http://127.255.255.254:PORT/",
    "http://127.8.8.8:PORT/",
  ],
  ...[
    "http://①②⑦.⓪.⓪.①:PORT/",
    "http://127。0。0。1:PORT/",
    "http://１２７．０．０．１:PORT/",
    "http://127｡0｡0｡1:PORT/",
  ],
  ...["http://%31%32%37.0.0.1:PORT/", "http://127.0.0.1%2f@:PORT/", "http:127.0.0.1:PORT/", "http:/127.0.0.1:PORT/"],
  ...["http:\\\\127.0.0.1:PORT\\", "http://\t127.0.0.1:PORT/", "http://127.0\n.0.1:PORT/", " http://127.0.0.1:PORT/ "],
  ...["HTTP://127.0.0.1:PORT/", "https://127.0.0.1:PORT/", "http://example.com@127.0.0.1:PORT/"],
  ...["http://127.0.0.1:PORT\\@example.com/", "http://a:b@127.0.0.1:PORT/", "http://127.0.0.1:PORT#@example.com/"],
  ...["http://127.0.0.1:PORT?@example.com/", "http://0:PORT/", "http://0.0.0.0:PORT/", "http://0x0:PORT/"],
  ...["http://00.0:PORT/", "http://localhost:PORT/", "http://LOCALHOST:PORT/", "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/"],
  ...["http://local\u00adhost:PORT/", "http://localhost.:PORT/", "http://[::1]:PORT/", "http://[::]:PORT/"],
  ...["http://[0:0:0:0:0:0:0:1]:PORT/", "http://[0000::0001]:PORT/", "http://[::ffff:127.0.0.1]:PORT/"],
  ...["http://[::ffff:7f00:1]:PORT/", "http://[::FFFF:127.0.0.1]:PORT/", "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/"],
  ...["http://[::127.0.0.1]:PORT/", "http://[::ffff:0:127.0.0.1]:PORT/", "http://[64:ff9b::127.0.0.1]:PORT/"],
  ...["http://[64:ff9b::7f00:1]:PORT/", "http://[64:ff9b:1::7f00:1]:PORT/", "http://[2002:7f00:1::]:PORT/"],
  ...["http://[2001::7f00:1]:PORT/", "http://[fe80::1]:PORT/", "http://[fe80::1%25lo]:PORT/", "http://[fc00::1]:PORT/"],
  ...["http://[::ffff:0.0.0.0]:PORT/", "http://169.254.169.254:PORT/", "http://[fd00:ec2::254]:PORT/"],
  ...["http://10.0.0.1:PORT/", "http://192.168.1.1:PORT/", "http://172.16.0.1:PORT/", "http://100.64.0.1:PORT/"],
  ...["http://224.0.0.1:PORT/", "http://255.255.255.255:PORT/", "http://168.63.129.16:PORT/"],
  ...["gopher://127.0.0.1:PORT/", "ftp://127.0.0.1:PORT/", "ws://127.0.0.1:PORT/", "file://127.0.0.1:PORT/"],
];

/** Names that resolve to this machine, as an attacker's DNS server would return them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "loop.example": ["127.0.0.1"],
  "loop6.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "mixed.example": ["93.184.216.34", "127.0.0.1"],
  "octal.example": ["0177.0.0.1"],
  "zero.example": ["0.0.0.0"],
  "zone.example": ["fe80::1%lo"],
  "name.example": ["localhost"],
  "metadata.example": ["169.254.169.254"],
};
const hostile: Resolve = async (hostname) => NAMES[hostname] ?? (await systemResolve(hostname));

describe("public server", () => {
  const urls = [...FORMS, ...Object.keys(NAMES).map((name) => `http://${name}:PORT/`)];

  test(`rejects ${urls.length} forms of private addresses when saving and delivering`, async () => {
    expect(urls.length).toBeGreaterThanOrEqual(60);
    for (const form of urls) {
      const url = form.replace("PORT", String(canary.port));
      expect([form, (await resolveTarget(url, PUBLIC_ANY_PORT, hostile)).outcome]).not.toEqual([form, "allowed"]);
      expect([form, await postWith({ resolve: hostile })(postRequestTo(url))]).toEqual([form, failed()]);
    }
    expect(hits()).toBe(0);
  });

  test("reaches the canary when allowed", async () => {
    const answer = await postWith({ rules: LOCAL_ADDRESSES })(postRequestTo(canary.url));
    expect(answer).toMatchObject({ outcome: "answered", status: 200 });
    expect(hits()).toBe(1);
  });

  test("resolves a name once and connects to the checked address", async () => {
    const dialled: string[] = [];
    let requests = 0;
    const post = postWith({
      resolve: async () => [++requests % 2 === 1 ? "93.184.216.34" : "127.0.0.1"],
      dial(target, address) {
        dialled.push(address);
        expect(JSON.stringify(target)).not.toContain("127.0.0.1");
        return connect({ host: "127.0.0.1", port: canary.port });
      },
    });
    for (let round = 0; round < 10; round++) {
      const answer = await post(postRequestTo("http://rebind.example/"));
      expect(answer.outcome).toBe(round % 2 === 0 ? "answered" : "failed");
    }
    expect(requests).toBe(10);
    expect(dialled).toEqual(Array.from({ length: 5 }, () => "93.184.216.34"));
    expect(hits()).toBe(5);
  });

  test("tries another address of the host on each attempt", async () => {
    const dialled: string[] = [];
    const post = postWith({
      resolve: async () => ["93.184.216.34", "2606:4700::1111"],
      dial(_, address) {
        dialled.push(address);
        return connect({ host: "127.0.0.1", port: canary.port });
      },
    });
    for (const attempts of [0, 1, 2]) await post(postRequestTo("http://two.example/", attempts));
    expect(dialled).toEqual(["93.184.216.34", "2606:4700::1111", "93.184.216.34"]);
  });

  test("follows no redirect", async () => {
    await using receiver = await rawReceiver(
      answerWith(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${canary.port}/\r\n\r\n`),
    );
    expect(await postWith({ rules: LOCAL_ADDRESSES })(postRequestTo(receiver.url))).toMatchObject({
      outcome: "answered",
      status: 302,
    });
    expect(hits()).toBe(0);
  });

  test("ignores every proxy of the environment", async () => {
    let proxied = 0;
    const proxy = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(`${++proxied}`) });
    const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
    const before = names.map((name) => [name, process.env[name]] as const);
    try {
      for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
      await using receiver = await rawReceiver(answerWith("HTTP/1.1 200 OK\r\n\r\n"));
      expect(await postWith({ rules: LOCAL_ADDRESSES })(postRequestTo(receiver.url))).toMatchObject({
        outcome: "answered",
        status: 200,
      });
      expect(await postWith()(postRequestTo(`http://127.0.0.1:${canary.port}/`))).toEqual(failed());
      expect(proxied).toBe(0);
      // The platform's `fetch` would have used the proxy.
      expect(await (await fetch(receiver.url)).text()).toBe("1");
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await proxy.stop(true);
    }
  });
});
