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

/** Client of a server that others can reach. It allows HTTP, because the test provider has no TLS. */
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

async function signIn(fields: Partial<Provider>) {
  const { url, expected } = await client.begin(known(fields), REDIRECT_URL);
  const sent = await fetch(url, { redirect: "manual" });
  const { searchParams } = new URL(sent.headers.get("Location") ?? "");
  return await client.finish(known(fields), expected, searchParams);
}

test("calls a provider in the private network only if an owner allows that", async () => {
  await expect(signIn({})).rejects.toMatchObject({ code: "provider_unreachable" });
  expect(await signIn({ in_private_network: true })).toMatchObject({
    claims: { issuer: provider.issuer, email: "ada@example.com" },
  });
  // The cached metadata isn't used when the option is off.
  const requests_before = provider.requests.length;
  await expect(signIn({})).rejects.toMatchObject({ code: "provider_unreachable" });
  expect(provider.requests.length).toBe(requests_before);
});

test("allows only the issuer's own host in the private network", async () => {
  const elsewhere = provider.issuer.replace("127.0.0.1", "localhost");
  for (const endpoint of ["token_endpoint", "jwks_uri"]) {
    provider.faults = { metadata: { [endpoint]: `${elsewhere}/${endpoint}` } };
    await client.discover(known({ in_private_network: true }));
    const requests_before = provider.requests.length;
    await expect(signIn({ in_private_network: true })).rejects.toMatchObject({ code: "provider_unreachable" });
    expect(provider.requests.slice(requests_before).filter((path) => path === `/${endpoint}`)).toEqual([]);
  }
});
