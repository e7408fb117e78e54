import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { Emitter } from "../../lib/emitter.ts";
import type { Identity } from "../../net/identity.ts";
import type { Net } from "../../net/net.ts";

/** What this person can read again, as the server last told, with what was read here since. */
export interface FeedStore {
  current(): FeedResponse;
  /** Asks the server. Where it cannot be reached, what is known stands. */
  load(): Promise<FeedResponse>;
  /** Marks as read at once, and tells the server. */
  read(ids: readonly string[]): void;
  /** Another person looks at the page. */
  forget(): void;
}

/** `changed`: what it holds is other than before. */
export function createFeedStore(deps: {
  readonly net: Net;
  readonly identity: Pick<Identity, "claims" | "epoch">;
  readonly emitter: Pick<Emitter, "emit">;
  /** The language that the page is in, where it says so. */
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
      // Where the server cannot be reached, it is unread again on the next page: nothing is lost by that.
      void net.call("POST", "/v1/feed/read", { json: { ...identity.claims(), ids: fresh }, keepalive: true });
    },
    forget() {
      feed = EMPTY_FEED;
    },
  };
}

const EMPTY_FEED: FeedResponse = { items: [], unread: 0 };
