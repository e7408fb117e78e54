import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A certified OpenID Connect provider, unmodified, with pages of its own to sign in: whoever types an address is that person. */
export interface OpenIdProvider {
  readonly issuer: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export const OPENID_CLIENT = { id: "fanfare", secret: "a-client-secret-of-forty-characters-long" } as const;

/**
 * Opens one on a free port of this machine, for one client that comes back to `redirect_url`.
 *
 * @example
 * await using provider = await openOpenIdProvider("http://127.0.0.1:4000/api/provider-sign-in/callback");
 */
export async function openOpenIdProvider(redirect_url: string): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
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

// As a process of its own: the redirect URI in, the issuer out.
const [, , redirect_url] = process.argv;
if (import.meta.main && redirect_url !== undefined) {
  const { issuer } = await openOpenIdProvider(redirect_url);
  process.stdout.write(`issuer ${issuer}\n`);
}
