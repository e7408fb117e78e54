import { CONTENT_CHANGED, type ContentChanged, PERSON_CHANGED } from "@fanfare/contract/change-signal";
import { EVERYONE_CHANNEL, personChannel } from "@fanfare/contract/channel";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/v1";
import type { ChannelHandle } from "../live/channel.ts";
import type { Live } from "../live/live.ts";
import type { Decisions } from "./decisions.ts";

/** Keeps Fanfare's own two channels: everyone's, and that of the person who looks at the page. */
export function createOwnChannels(live: Live, decisions: Decisions) {
  let everyone: ChannelHandle | undefined;
  let own: ChannelHandle | undefined;
  return {
    /**
     * `proved`: without a token nobody is let into a person's channel, so it is not asked for. `arrived`: another person
     * than before, whose name the page's own channels are entered in anew.
     */
    follow({ channel_id }: BootResponse, proved: boolean, arrived: boolean): void {
      if (everyone === undefined) {
        everyone = live.channel(EVERYONE_CHANNEL);
        everyone.on(CONTENT_CHANGED, (data) => {
          // Our own server's words (contract/change-signal.ts), checked where a wrong one could hurt.
          const { config_version, spread_ms } = (data ?? {}) as Partial<ContentChanged>;
          if (typeof config_version !== "number") return;
          decisions.heard(config_version, Math.min(Number(spread_ms) || 0, limits.retry_cap_ms));
        });
        live.open();
      }
      const name = proved ? personChannel(channel_id) : undefined;
      const stays = own?.name === name;
      if (!stays) own?.leave();
      if (arrived) live.reauthorize();
      if (stays) return;
      own = name && live.channel(name);
      own?.on(PERSON_CHANGED, () => void decisions.load());
    },
  };
}
