import { limits } from "@fanfare/contract/limits";
import {
  CONTENT_CHANGED,
  type ContentChanged,
  PERSON_CHANGED,
  type PersonChanged,
} from "@fanfare/contract/realtime/change-signal";
import { EVERYONE_CHANNEL, personChannel, unverifiedChannel } from "@fanfare/contract/realtime/channel";
import { MESSAGE } from "@fanfare/contract/realtime/live-update";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import type { ChannelHandle } from "../../realtime/channels.ts";
import type { RealtimeClient } from "../../realtime/realtime-client.ts";
import type { Decisions } from "../decide/decisions.ts";

/** Receives the data of a live update signal; undefined if signals may have been missed. */
export type HandleSignal = (signal?: unknown) => void;

/** Subscribes to Fanfare's own two channels: the one for all visitors and the one of the current person. */
export function createFanfareChannels(live: RealtimeClient, decisions: Decisions, onEvent: HandleSignal) {
  let everyone: ChannelHandle | undefined;
  let own: ChannelHandle | undefined;
  const listen = (channel: ChannelHandle): ChannelHandle => {
    let entered = false;
    channel.on(MESSAGE, onEvent);
    channel.on("pusher:subscription_succeeded", () => {
      // The last channel to be resubscribed; no more signals can be missed from here.
      if (entered && channel === (own ?? everyone)) onEvent();
      entered = true;
    });
    return channel;
  };
  return {
    /**
     * `proved`: truthy if the server verified the person. Without a token, a person joins the unverified channel of
     * their ID instead of the verified one.
     * `arrived`: the person changed, so the page's own channels are reauthorized.
     */
    follow({ channel_id }: BootResponse, proved: unknown, arrived: boolean): void {
      if (!everyone) {
        everyone = listen(live.channel(EVERYONE_CHANNEL));
        everyone.on(CONTENT_CHANGED, (data) => {
          // Sent by our own server (contract/change-signal.ts); validated only where a wrong value could do harm.
          const { config_version, spread_ms } = (data ?? {}) as Partial<ContentChanged>;
          if (typeof config_version !== "number") return;
          decisions.onVersionSignal(config_version, Math.min(Number(spread_ms) || 0, limits.retry_cap_ms));
        });
      }
      const name = proved ? personChannel(channel_id) : unverifiedChannel(channel_id);
      const stays = own?.name === name;
      if (!stays) own?.leave();
      if (arrived) live.reauthorize();
      if (stays) return;
      own = listen(live.channel(name));
      own.on(PERSON_CHANGED, (data) => {
        // Sent by our own server. The responses to this page's own changes say whether it needs new decisions.
        if ((data as PersonChanged | undefined)?.socket_id !== live.origin().socket_id) void decisions.load();
      });
    },
  };
}
