import type { ApiResult, Net } from "../net/net.ts";

export type Authorization = ApiResult<{ readonly auth: string; readonly channel_data?: string }>;

export type Authorize = (socket_id: string, channel: string) => Promise<Authorization>;

/** Authorizes a channel subscription with `POST /pusher/auth`, form-encoded, with the identity token as a field. */
export function createAuthorizer(net: Net): Authorize {
  return (socket_id, channel_name) => net.call("POST", "/pusher/auth", { form: { socket_id, channel_name } });
}
