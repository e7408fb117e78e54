import type { ChannelKind } from "@fanfare/contract/channel";
import { t } from "../language/t.ts";

/** What each kind of channel is called. */
export const KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  public: t("Public"),
  private: t("Private"),
  presence: t("Presence"),
  encrypted: t("Encrypted"),
  cache: t("Cache"),
  private_cache: t("Private, cache"),
  presence_cache: t("Presence, cache"),
  encrypted_cache: t("Encrypted, cache"),
  server_to_user: t("One user"),
};
