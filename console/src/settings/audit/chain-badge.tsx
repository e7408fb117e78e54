import { useQuery } from "@tanstack/react-query";
import { Link2, Link2Off, RefreshCw } from "lucide-react";
import { useDoors } from "../../doors.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { settingsQueries } from "../queries.ts";

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Whether the chain holds: the server computes all of it again. */
export function ChainBadge() {
  const { api } = useDoors();
  const { data, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...settingsQueries.auditVerdict(api),
    // It reads the whole log: when somebody asks, and not whenever they look at the window.
    refetchOnWindowFocus: false,
  });
  return (
    <span role="status" className="ms-auto flex items-center gap-1.5 text-sm">
      {data !== undefined &&
        (data.intact ? (
          <span className="flex items-center gap-1.5 text-positive-text">
            <Link2 className="size-4" />
            {/* The number reassures, and the hash is what an auditor keeps elsewhere. */}
            <span title={data.head === null ? undefined : `Entry ${data.head.seq}, ${data.head.hash}`}>
              Unbroken to {clock.format(dataUpdatedAt)}, {data.entries.toLocaleString("en")} entries
            </span>
          </span>
        ) : (
          <span className="flex items-center gap-1.5 font-medium text-negative-text">
            <Link2Off className="size-4" />
            Broken at entry {data.broken_at}
          </span>
        ))}
      <IconButton label="Verify the chain again" size="sm" busy={isFetching} onClick={() => void refetch()}>
        <RefreshCw />
      </IconButton>
    </span>
  );
}
