import { useQuery } from "@tanstack/react-query";
import { useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { settingsQueries } from "../queries.ts";

/** Whom an entry names: the member as they are called now, or what acted in their place. */
export function useMemberNames(): (member_id: string | null) => string {
  const { api } = useDoors();
  const { data } = useQuery(settingsQueries.memberNames(api));
  return (member_id) => {
    if (member_id === null) return t("Server or operator");
    return data?.items.find(({ id }) => id === member_id)?.name ?? member_id;
  };
}
