import type { AppLimits } from "@fanfare/contract/app-settings";
import type { Room } from "../../channels/room.ts";

/** Whether a client may say this on a channel; refusals carry the sentence that it is answered with. */
export type ClientEventDecision =
  | { readonly outcome: "allowed"; readonly room: Room; readonly user_id: string | undefined }
  | { readonly outcome: "refused"; readonly message: string };

/**
 * The rules of client events (Pusher protocol, "Triggering channel client events"): the app allows them, the connection is
 * on the channel itself, and the channel is a private or presence one whose content the server may see.
 */
export function decideClientEvent(request: {
  readonly enabled: boolean;
  readonly event: string;
  readonly data: string;
  readonly socket_id: string;
  /** The room of the channel, where the connection is in it. */
  readonly room: Room | undefined;
  readonly limits: AppLimits;
}): ClientEventDecision {
  const refuse = (message: string): ClientEventDecision => ({ outcome: "refused", message });
  if (!request.enabled)
    return refuse("To send client events, you must enable this feature in the settings of the app.");
  const { event_name_chars_max, event_data_bytes_max } = request.limits;
  if (request.event.length > event_name_chars_max) {
    return refuse(`The name of a client event may have ${event_name_chars_max} characters (event_name_chars_max).`);
  }
  if (Buffer.byteLength(request.data) > event_data_bytes_max) {
    return refuse(`The data of a client event may have ${event_data_bytes_max} bytes (event_data_bytes_max).`);
  }
  const { room } = request;
  if (room === undefined) return refuse("Client events go only to channels that the connection is subscribed to.");
  switch (room.channel.kind) {
    case "private":
    case "private_cache":
    case "presence":
    case "presence_cache":
      return { outcome: "allowed", room, user_id: room.presence?.personOf(request.socket_id) };
    case "public":
    case "cache":
    case "encrypted":
    case "encrypted_cache":
    case "server_to_user":
      return refuse("Client events go only to private and presence channels that are not encrypted.");
  }
}
