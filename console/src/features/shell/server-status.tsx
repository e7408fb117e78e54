import { SECOND_MS } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { DEGRADED_TEXTS } from "../../components/degraded-texts.ts";
import { useApp, useAppContext, useMe } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { frameQueries } from "../../lib/queries/frame.ts";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";

const POLL_MS = 30 * SECOND_MS;
/** While the server is degraded, to notice soon that it works again. */
const DEGRADED_POLL_MS = 5 * SECOND_MS;

/** Tells everyone that the server is degraded, and since when. Empty while it works. */
export function ServerStatus() {
  const { api } = useAppContext();
  const { id: app } = useApp();
  const { role } = useMe().member;
  const { data } = useQuery({
    ...frameQueries.status(api),
    refetchInterval: ({ state }) => (state.data?.degraded == null ? POLL_MS : DEGRADED_POLL_MS),
  });
  const degraded = data?.degraded ?? null;
  return (
    <div role="status">
      {degraded !== null && (
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 bg-caution-soft px-(--gutter) py-2.5 text-sm text-caution-text md:rounded-t-xl">
          <TriangleAlert className="size-4 shrink-0" />
          <strong>{DEGRADED_TEXTS[degraded.reason].title}</strong>
          <span>{DEGRADED_TEXTS[degraded.reason].effect}</span>
          <span className="text-xs">
            <Sentence text="First noticed: {time}" parts={{ time: <RelativeTime at={degraded.since} /> }} />
          </span>
          {(role === "owner" || role === "admin") && (
            <Link to="/$app/settings/data" params={{ app }} className="ms-auto font-medium underline">
              {t("Data and health")}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
