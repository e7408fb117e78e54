import type { ChannelKind } from "@fanfare/contract/realtime/channel";
import { t } from "../../lib/i18n/t.ts";

export const CHANNEL_KIND_LABELS: Readonly<Record<ChannelKind, string>> = {
  public: t("Public"),
  private: t("Private"),
  presence: t("Presence"),
  encrypted: t("Encrypted"),
  cache: t("Cache"),
  private_cache: t("Private cache"),
  presence_cache: t("Presence cache"),
  encrypted_cache: t("Encrypted cache"),
  server_to_user: t("Server to user"),
};
