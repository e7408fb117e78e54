import type { HubClient } from "../hub/hub-client.ts";
import type { ClassicTokens, TokenChannel } from "./tokens.ts";

/** Groups token of one connection. Signed again only when its channels or user change. */
export class GroupsToken {
  readonly #tokens: Pick<ClassicTokens, "signGroups">;
  readonly #connection_id: string;
  #channels: HubClient["channels"] = [];
  #user: HubClient["user"] = undefined;
  #token: string | undefined;

  constructor(tokens: Pick<ClassicTokens, "signGroups">, connection_id: string) {
    this.#tokens = tokens;
    this.#connection_id = connection_id;
  }

  /** Undefined before the first channel or sign-in. Keeps the last token after the connection leaves the hub. */
  token(client: HubClient | undefined): string | undefined {
    if (client === undefined) return this.#token;
    const { channels, user } = client;
    if (this.#token === undefined && channels.length === 0 && user === undefined) return undefined;
    if (this.#token === undefined || this.#channels !== channels || this.#user !== user) {
      this.#channels = channels;
      this.#user = user;
      this.#token = this.#tokens.signGroups({
        connection_id: this.#connection_id,
        user,
        channels: clientChannels(client),
      });
    }
    return this.#token;
  }
}

export function clientChannels(client: HubClient | undefined): readonly TokenChannel[] {
  return (client?.channels ?? []).map(({ channel, presence }) => {
    const user_id = client && presence?.personOf(client.socket_id);
    const user_info = user_id === undefined ? undefined : presence?.roster.get(user_id)?.user_info;
    const member = user_id === undefined || user_info === undefined ? undefined : { user_id, user_info };
    return { name: channel.name, member };
  });
}
