import { afterAll, beforeAll, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type Provider, providerSchema } from "@fanfare/contract/schema/accounts/single-sign-on";
import { CLIENT, openProvider, type TestProvider } from "../../test/support/identity-provider.ts";
import { PUBLIC_ADDRESSES } from "../outbound-http/address-guard.ts";
import { createGuardedFetch } from "../outbound-http/guarded-fetch.ts";
import { systemResolve } from "../outbound-http/guarded-post.ts";
import { createProviderClient } from "./provider-client.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await openProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

/** The client of a server that others can reach, but without TLS, which the provider of the tests has not. */
const client = createProviderClient({
  clock: systemClock,
  net: createGuardedFetch({
    clock: systemClock,
    rules: { ...PUBLIC_ADDRESSES, ports: "any" },
    resolve: systemResolve,
  }),
  may_be_plain: true,
});
const known = (fields: Partial<Provider>) => ({
  provider: providerSchema.parse({
    ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, domains: [] },
    ...{ newcomers: "invited", passwords: "everyone", ...fields },
  }),
  secret: CLIENT.secret,
  revision: 1,
});
const REDIRECT_URL = "https://tours.example.com/api/provider-sign-in/callback";

/** There and back with a client; who came. */
async function signIn(fields: Partial<Provider>) {
  const { url, expected } = await client.begin(known(fields), REDIRECT_URL);
  const sent = await fetch(url, { redirect: "manual" });
  const { searchParams } = new URL(sent.headers.get("Location") ?? "");
  return await client.finish(known(fields), expected, searchParams);
}

test("a provider inside the own network is asked where an owner said that it is, and not before", async () => {
  await expect(signIn({})).rejects.toMatchObject({ code: "provider_unreachable" });
  expect(await signIn({ in_private_network: true })).toMatchObject({
    claims: { issuer: provider.issuer, email: "ada@example.com" },
  });
  // What was learnt of it then does not stand for the provider without the switch.
  const requests_before = provider.requests.length;
  await expect(signIn({})).rejects.toMatchObject({ code: "provider_unreachable" });
  expect(provider.requests.length).toBe(requests_before);
});

test("other hosts that it names stay out of reach: only the issuer's own may be private", async () => {
  const elsewhere = provider.issuer.replace("127.0.0.1", "localhost");
  for (const endpoint of ["token_endpoint", "jwks_uri"]) {
    provider.faults = { metadata: { [endpoint]: `${elsewhere}/${endpoint}` } };
    await client.discover(known({ in_private_network: true }));
    const requests_before = provider.requests.length;
    await expect(signIn({ in_private_network: true })).rejects.toMatchObject({ code: "provider_unreachable" });
    expect(provider.requests.slice(requests_before).filter((path) => path === `/${endpoint}`)).toEqual([]);
  }
});
