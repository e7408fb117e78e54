import type { Newcomers, PasswordHolders } from "@fanfare/contract/schema/single-sign-on";
import { t } from "../../language/t.ts";

/** Who comes in through the provider without being a member. */
export const NEWCOMER_OPTIONS: readonly { readonly value: Newcomers; readonly label: string }[] = [
  { value: "invited", label: t("Comes in when they were invited") },
  { value: "viewer", label: t("Comes in as a viewer") },
  { value: "editor", label: t("Comes in as an editor") },
  { value: "admin", label: t("Comes in as an admin") },
];

/** Whose password opens the console. */
export const PASSWORD_OPTIONS: readonly {
  readonly value: PasswordHolders;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: "everyone", label: t("Everybody’s"), hint: t("Members sign in through the provider or by password.") },
  {
    value: "owners",
    label: t("Owners’ only"),
    hint: t("Everybody else goes through the provider. Owners get in even when it is down."),
  },
];
