import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { Emitter } from "../../lib/emitter.ts";
import type { Identity } from "../../net/identity.ts";
import type { Net } from "../../net/net.ts";

/** The feed from the server's last response, plus items read here since. */
export interface FeedStore {
  current(): FeedResponse;
  /** Loads the feed from the server. If it can't be reached, the known items stay. */
  load(): Promise<FeedResponse>;
  /** Optimistic update: marks items as read immediately, then sends the change. */
  read(ids: readonly string[]): void;
  forget(): void;
}

export function createFeedStore(deps: {
  readonly net: Pick<Net, "call">;
  readonly identity: Pick<Identity, "claims" | "epoch">;
  readonly emitter: Pick<Emitter, "emit">;
  /** The page's declared language, if any. */
  readonly locale: () => string | undefined;
  readonly now_ms: () => number;
  readonly changed: () => void;
}): FeedStore {
  const { net, identity, emitter } = deps;
  let feed: FeedResponse = EMPTY_FEED;
  let unread: number | undefined;

  const adopt = (next: FeedResponse): void => {
    feed = next;
    if (feed.unread !== unread) emitter.emit("unread", { count: feed.unread });
    unread = feed.unread;
    deps.changed();
  };

  return {
    current: () => feed,
    async load() {
      const about = identity.epoch();
      const locale = deps.locale();
      const answer = await net.call<FeedResponse>("GET", "/v1/feed", {
        query: { ...identity.claims(), ...(locale === undefined ? {} : { locale }) },
      });
      if (answer.kind === "ok" && about === identity.epoch()) adopt(answer.body);
      return feed;
    },
    read(ids) {
      const fresh = feed.items.filter(({ id, read_at }) => read_at === null && ids.includes(id)).map(({ id }) => id);
      if (fresh.length === 0) return;
      const read_at = new Date(deps.now_ms()).toISOString();
      const items = feed.items.map((item) => (fresh.includes(item.id) ? { ...item, read_at } : item));
      adopt({ items, unread: feed.unread - fresh.length });
      // If this request fails, the item is unread again on the next page, which is harmless.
      void net.call("POST", "/v1/feed/read", { json: { ...identity.claims(), ids: fresh }, keepalive: true });
    },
    forget() {
      feed = EMPTY_FEED;
    },
  };
}

const EMPTY_FEED: FeedResponse = { items: [], unread: 0 };
