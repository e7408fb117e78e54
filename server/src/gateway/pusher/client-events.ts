import { limits } from "@fanfare/contract/limits";
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
}): ClientEventDecision {
  const refuse = (message: string): ClientEventDecision => ({ outcome: "refused", message });
  if (!request.enabled)
    return refuse("To send client events, you must enable this feature in the settings of the app.");
  if (request.event.length > limits.event_name_chars_max) {
    return refuse(`The name of a client event may have ${limits.event_name_chars_max} characters.`);
  }
  if (Buffer.byteLength(request.data) > limits.event_data_bytes_max) {
    return refuse(`The data of a client event may have ${limits.event_data_bytes_max} bytes.`);
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
