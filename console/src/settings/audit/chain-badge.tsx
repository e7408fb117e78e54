import { useQuery } from "@tanstack/react-query";
import { Link2, Link2Off, RefreshCw } from "lucide-react";
import { useDoors } from "../../doors.ts";
import { clock } from "../../language/format.ts";
import { t, tCount } from "../../language/t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { settingsQueries } from "../queries.ts";

/** Whether the chain holds: the server computes all of it again. */
export function ChainBadge() {
  const { api } = useDoors();
  const { data, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...settingsQueries.auditVerdict(api),
    // It reads the whole log: when somebody asks, and not whenever they look at the window.
    refetchOnWindowFocus: false,
  });
  return (
    <span role="status" className="flex items-center gap-1.5 text-sm">
      {data !== undefined &&
        (data.intact ? (
          <span className="flex items-center gap-1.5 text-positive-text">
            <Link2 className="size-4" />
            {/* The number reassures, and the hash is what an auditor keeps elsewhere. */}
            <span title={data.head === null ? undefined : t("Entry {seq}, {hash}", data.head)}>
              {tCount(data.entries, "Unbroken to {clock}, {n} entry", "Unbroken to {clock}, {n} entries", {
                clock: clock(dataUpdatedAt),
              })}
            </span>
          </span>
        ) : (
          <span className="flex items-center gap-1.5 font-medium text-negative-text">
            <Link2Off className="size-4" />
            {t("Broken at entry {seq}", { seq: data.broken_at ?? "?" })}
          </span>
        ))}
      <IconButton label={t("Verify the chain again")} size="sm" busy={isFetching} onClick={() => void refetch()}>
        <RefreshCw />
      </IconButton>
    </span>
  );
}
