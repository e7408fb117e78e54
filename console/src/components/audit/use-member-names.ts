import { useQuery } from "@tanstack/react-query";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { settingsQueries } from "../../lib/queries/settings.ts";

/** Returns a function that resolves an entry's actor: the member's current name, or what acted without a member. */
export function useMemberNames(): (member_id: string | null) => string {
  const { api } = useAppContext();
  const { data } = useQuery(settingsQueries.memberNames(api));
  return (member_id) => {
    if (member_id === null) return t("Server or operator");
    return data?.items.find(({ id }) => id === member_id)?.name ?? member_id;
  };
}
