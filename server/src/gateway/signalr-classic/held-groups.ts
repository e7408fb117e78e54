import type { HubClient } from "../hub/client.ts";
import type { ClassicTokens, HeldChannel } from "./tokens.ts";

/** The groups token of one connection, signed again only when the connection is on other channels, or somebody else. */
export class HeldGroups {
  readonly #tokens: Pick<ClassicTokens, "signGroups">;
  readonly #connection_id: string;
  #subscriptions: HubClient["subscriptions"] = [];
  #user: HubClient["user"] = undefined;
  #token: string | undefined;

  constructor(tokens: Pick<ClassicTokens, "signGroups">, connection_id: string) {
    this.#tokens = tokens;
    this.#connection_id = connection_id;
  }

  /** Undefined while there never was anything to say; the last one where the connection has left the hub. */
  token(client: HubClient | undefined): string | undefined {
    if (client === undefined) return this.#token;
    const { subscriptions, user } = client;
    if (this.#token === undefined && subscriptions.length === 0 && user === undefined) return undefined;
    if (this.#token === undefined || this.#subscriptions !== subscriptions || this.#user !== user) {
      this.#subscriptions = subscriptions;
      this.#user = user;
      this.#token = this.#tokens.signGroups({
        connection_id: this.#connection_id,
        user,
        channels: channelsOf(client),
      });
    }
    return this.#token;
  }
}

/** The channels that a client is on itself, and as whom. */
export function channelsOf(client: HubClient | undefined): readonly HeldChannel[] {
  return (client?.subscriptions ?? []).map(({ room, subscriber }) => {
    const user_id = room.presence?.personOf(subscriber.socket_id);
    const user_info = user_id === undefined ? undefined : room.presence?.roster.get(user_id)?.user_info;
    const member = user_id === undefined || user_info === undefined ? undefined : { user_id, user_info };
    return { name: room.channel.name, member };
  });
}
