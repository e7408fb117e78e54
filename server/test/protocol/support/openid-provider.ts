import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/**
 * Unmodified, certified OpenID Connect provider with its own sign-in pages. Entering an email signs in as that person.
 */
export interface OpenIdProvider {
  readonly issuer: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export const OPENID_CLIENT = { id: "fanfare", secret: "a-client-secret-of-forty-characters-long" } as const;

/**
 * Opens a provider on a free local port, for one client with this `redirect_url`.
 *
 * @example
 * await using provider = await openOpenIdProvider("http://127.0.0.1:4000/api/provider-sign-in/callback");
 */
export async function openOpenIdProvider(redirect_url: string): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Cast: a server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  const { origin } = new URL(redirect_url);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: OPENID_CLIENT.id, client_secret: OPENID_CLIENT.secret, redirect_uris: [redirect_url] },
        post_logout_redirect_uris: [`${origin}/console/sign-in`],
        ...{ backchannel_logout_uri: `${origin}/api/provider-sign-out`, backchannel_logout_session_required: true },
      },
    ],
    features: { backchannelLogout: { enabled: true } },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    cookies: { keys: ["a key of a test"] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, name: "Rosalind Franklin" }),
    }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

// Standalone process: takes the redirect URI and prints the issuer.
const [, , redirect_url] = process.argv;
if (import.meta.main && redirect_url !== undefined) {
  const { issuer } = await openOpenIdProvider(redirect_url);
  process.stdout.write(`issuer ${issuer}\n`);
}
