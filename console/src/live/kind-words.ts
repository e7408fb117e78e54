import type { ChannelKind } from "@fanfare/contract/channel";

/** What each kind of channel is called. */
export const KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  public: "Public",
  private: "Private",
  presence: "Presence",
  encrypted: "Encrypted",
  cache: "Cache",
  private_cache: "Private, cache",
  presence_cache: "Presence, cache",
  encrypted_cache: "Encrypted, cache",
  server_to_user: "One user",
};
