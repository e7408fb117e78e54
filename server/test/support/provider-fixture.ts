import { afterAll, beforeAll } from "bun:test";
import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { CLIENT, openProvider, type TestProvider } from "./identity-provider.ts";
import { startTemporaryServer, type TemporaryServer, type TestBrowser } from "./temporary-server.ts";

/** A server, a provider and its owner's browser, for the tests of one file. */
export interface ProviderFixture {
  readonly clock: ManualClock;
  readonly provider: TestProvider;
  readonly server: TemporaryServer;
  readonly owner: TestBrowser;
  /** Configures single sign-on, or changes the last configuration. */
  configure(fields?: object): ReturnType<TestBrowser["call"]>;
  disable(): Promise<void>;
  newPerson(): { readonly sub: string; readonly email: string };
}

/**
 * Opens both before the tests of a file and closes them after them.
 *
 * @example
 * const the = useProviderFixture();
 * beforeEach(() => the.put());
 */
export function useProviderFixture(): ProviderFixture {
  const clock = manualClock(Date.now());
  let open: Pick<ProviderFixture, "provider" | "server" | "owner"> | undefined;
  let revision: number | undefined;
  let people = 0;
  const known = () => {
    if (open === undefined) throw new Error("The server opens before the first test.");
    return open;
  };

  beforeAll(async () => {
    const [provider, fixture] = await Promise.all([openProvider(clock), startTemporaryServer({ clock })]);
    open = { provider, server: fixture, owner: await fixture.ownerBrowser() };
  });
  afterAll(async () => {
    await open?.server[Symbol.asyncDispose]();
    await open?.provider[Symbol.asyncDispose]();
  });

  return {
    clock,
    get provider() {
      return known().provider;
    },
    get server() {
      return known().server;
    },
    get owner() {
      return known().owner;
    },
    async configure(fields = {}) {
      const { provider, owner } = known();
      const input = {
        ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, domains: ["example.com"] },
        ...{ newcomers: "viewer", passwords: "everyone", client_secret: CLIENT.secret, ...fields },
      };
      const seen = revision === undefined ? {} : { "if-match": `"${revision}"` };
      const answer = await owner.call("PUT", "/api/single-sign-on", input, seen);
      revision = answer.json.provider?.revision ?? revision;
      return answer;
    },
    async disable() {
      await known().owner.call("DELETE", "/api/single-sign-on");
      revision = undefined;
    },
    newPerson() {
      people++;
      return { sub: `sub-${people}`, email: `person-${people}@example.com` };
    },
  };
}
