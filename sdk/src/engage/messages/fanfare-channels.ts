import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { CONTENT_CHANGED, type ContentChanged, PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { EVERYONE_CHANNEL, personChannel, unverifiedChannel } from "@fanfare/contract/realtime/channel";
import { MESSAGE } from "@fanfare/contract/realtime/live-update";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import type { ChannelHandle } from "../../realtime/channels.ts";
import type { RealtimeClient } from "../../realtime/realtime-client.ts";
import type { Decisions } from "../decide/decisions.ts";

/** The data of a signal that there are live updates; undefined when some may have been missed. */
export type HandleSignal = (signal?: unknown) => void;

/** Keeps Fanfare's own two channels: everyone's, and that of the person who looks at the page. */
export function createFanfareChannels(clock: Clock, live: RealtimeClient, decisions: Decisions, onEvent: HandleSignal) {
  let everyone: ChannelHandle | undefined;
  let own: ChannelHandle | undefined;
  const listen = (channel: ChannelHandle): ChannelHandle => {
    let entered = false;
    channel.on(MESSAGE, onEvent);
    channel.on("pusher:subscription_succeeded", () => {
      // The last one to be entered again: from here on nothing is missed.
      if (entered && channel === (own ?? everyone)) onEvent();
      entered = true;
    });
    return channel;
  };
  return {
    /**
     * `proved`: without a token nobody is let into a person's own channel, but into that of everybody who says the name.
     * `arrived`: another person than before, whose name the page's own channels are entered in anew.
     */
    follow({ channel_id }: BootResponse, proved: boolean, arrived: boolean): void {
      if (!everyone) {
        everyone = listen(live.channel(EVERYONE_CHANNEL));
        everyone.on(CONTENT_CHANGED, (data) => {
          // Our own server's words (contract/change-signal.ts), checked where a wrong one could hurt.
          const { config_version, spread_ms } = (data ?? {}) as Partial<ContentChanged>;
          if (typeof config_version !== "number") return;
          decisions.onVersionSignal(config_version, Math.min(Number(spread_ms) || 0, limits.retry_cap_ms));
        });
        // Not in the task of the answer, which may have something to show.
        clock.after(0, live.open);
      }
      const name = proved ? personChannel(channel_id) : unverifiedChannel(channel_id);
      const stays = own?.name === name;
      if (!stays) own?.leave();
      if (arrived) live.reauthorize();
      if (stays) return;
      own = listen(live.channel(name));
      own.on(PERSON_CHANGED, () => void decisions.load());
    },
  };
}
