import type { PusherServer } from "../clients/pusher-server.ts";

/** A customer's backend that responds to both authorization calls with Pusher's server library. */
export interface AuthEndpoint {
  readonly client_options: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** `member` subscribes to presence channels. `user` signs in. */
export function startAuthEndpoint(
  library: PusherServer,
  identity: { readonly member?: unknown; readonly user?: unknown } = {},
): AuthEndpoint {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const form = new URLSearchParams(await request.text());
      const socket_id = form.get("socket_id");
      const channel = form.get("channel_name");
      const result =
        channel === null
          ? await library.call("authenticateUser", socket_id, identity.user)
          : await library.call(
              "authorizeChannel",
              socket_id,
              channel,
              channel.startsWith("presence-") ? identity.member : undefined,
            );
      return result.error === undefined ? Response.json(result.value) : new Response(result.error, { status: 403 });
    },
  });
  const endpoint = `http://127.0.0.1:${server.port}/`;
  return {
    client_options: { channelAuthorization: { endpoint }, userAuthentication: { endpoint } },
    stop: () => server.stop(true),
  };
}
