import type { ApiResult, Net } from "../net/net.ts";

/** A signature for one channel on one socket, or why there is none. */
export type Authorization = ApiResult<{ readonly auth: string; readonly channel_data?: string }>;

export type Authorize = (socket_id: string, channel: string) => Promise<Authorization>;

/** The call "Authorize access to a channel": `POST /pusher/auth`, form-encoded, the identity token among its fields. */
export function createAuthorizer(net: Net): Authorize {
  return (socket_id, channel_name) => net.call("POST", "/pusher/auth", { form: { socket_id, channel_name } });
}
