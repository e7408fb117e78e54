import { causesOf } from "./cause.ts";

/** Why the feed of a help center wasn't read, as ICU messages in English. */
export const HELP_FEED_TEXTS = {
  feed_unreachable: "The feed can't be read. {reason}",
  feed_refused: "The feed's server responded with HTTP status {status}. Check the URL, and whether the feed is public.",
  feed_redirected: "The feed redirects more than {redirects} times. Enter its final URL.",
  feed_unreadable: "This URL isn't a JSON Feed, RSS, or Atom feed. Enter the URL of a feed.",
  feed_empty: "The feed has no article with a title and a URL. Check the feed.",
} as const;

interface HelpFeedValues {
  /** Error text of the network. */
  readonly reason: string;
  readonly status: number;
  readonly redirects: number;
}

export const helpFeedFailure = causesOf<HelpFeedValues>()(HELP_FEED_TEXTS);
