import { afterAll, beforeAll } from "bun:test";
import { type ManualClock, manualClock } from "@fanfare/contract/clock";
import { CLIENT, openProvider, type TestProvider } from "../single-sign-on/testing.ts";
import { type Browser, type TemporaryHouse, temporaryHouse } from "../testing.ts";

/** A house, a provider and its owner's browser, for the tests of one file. */
export interface ProviderHouse {
  readonly clock: ManualClock;
  readonly provider: TestProvider;
  readonly house: TemporaryHouse;
  readonly owner: Browser;
  /** Sets the provider of single sign-on, or changes it as it was set last. */
  put(fields?: object): ReturnType<Browser["call"]>;
  /** Ends single sign-on. */
  forget(): Promise<void>;
  /** Somebody who never came before. */
  somebody(): { readonly sub: string; readonly email: string };
}

/**
 * Opens both before the tests of a file and closes them after them.
 *
 * @example
 * const the = openProviderHouse();
 * beforeEach(() => the.put());
 */
export function openProviderHouse(): ProviderHouse {
  const clock = manualClock(Date.now());
  let open: Pick<ProviderHouse, "provider" | "house" | "owner"> | undefined;
  let revision: number | undefined;
  let people = 0;
  const known = () => {
    if (open === undefined) throw new Error("The house opens before the first test.");
    return open;
  };

  beforeAll(async () => {
    const [provider, house] = await Promise.all([openProvider(clock), temporaryHouse({ clock })]);
    open = { provider, house, owner: await house.ownerBrowser() };
  });
  afterAll(async () => {
    await open?.house[Symbol.asyncDispose]();
    await open?.provider[Symbol.asyncDispose]();
  });

  return {
    clock,
    get provider() {
      return known().provider;
    },
    get house() {
      return known().house;
    },
    get owner() {
      return known().owner;
    },
    async put(fields = {}) {
      const { provider, owner } = known();
      const wish = {
        ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, domains: ["example.com"] },
        ...{ newcomers: "viewer", passwords: "everyone", client_secret: CLIENT.secret, ...fields },
      };
      const seen = revision === undefined ? {} : { "if-match": `"${revision}"` };
      const answer = await owner.call("PUT", "/api/single-sign-on", wish, seen);
      revision = answer.json.provider?.revision ?? revision;
      return answer;
    },
    async forget() {
      await known().owner.call("DELETE", "/api/single-sign-on");
      revision = undefined;
    },
    somebody() {
      people++;
      return { sub: `sub-${people}`, email: `person-${people}@example.com` };
    },
  };
}
