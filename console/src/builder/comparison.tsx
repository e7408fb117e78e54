import type { Edition } from "@fanfare/contract/content";
import type { VersionSummary } from "@fanfare/contract/schema/api";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { ruleQueries } from "../rules/queries.ts";
import type { RuleNames } from "../rules/words.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Shape, Skeleton } from "../ui/skeleton.tsx";
import { compareEditions } from "./compare.ts";
import { useBuilder } from "./context.ts";
import { Differences } from "./differences.tsx";
import { VersionActions } from "./version-actions.tsx";
import { versionQuery } from "./version-query.ts";

const route = getRouteApi("/$app/content/$id");

interface ComparisonProps {
  readonly version: VersionSummary;
  /** The one before it; undefined for the first. */
  readonly before: VersionSummary | undefined;
}

/** One version beside the one before it, or beside the draft. */
export function Comparison({ version, before }: ComparisonProps) {
  const { state } = useBuilder();
  const { against = "before" } = route.useSearch();
  const navigate = useNavigate({ from: "/$app/content/$id" });
  const to_draft = before === undefined || against === "draft";
  const this_one = useEdition(version.id);
  const earlier = useEdition(to_draft ? undefined : before.id);
  const names = useNames();
  const pair: readonly [Edition | undefined, Edition | undefined] = to_draft
    ? [this_one.data?.edition, state.draft.edition]
    : [earlier.data?.edition, this_one.data?.edition];
  const [from, until] = pair;
  const failed = this_one.error ?? earlier.error;
  return (
    <section
      aria-label={t("Version {n}", { n: version.number })}
      className="flex min-w-0 flex-col gap-5 px-(--gutter) py-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-md font-semibold">
          {to_draft
            ? t("From version {n} to the draft", { n: version.number })
            : t("From version {before} to version {after}", { before: before.number, after: version.number })}
        </h2>
        {before !== undefined && (
          <Segmented
            label={t("Compare with")}
            value={against}
            options={[
              { value: "before", label: t("Version {n}", { n: before.number }) },
              { value: "draft", label: t("The draft") },
            ]}
            onChange={(next) =>
              void navigate({
                search: (search) => ({ ...search, against: next === "before" ? undefined : next }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        )}
      </div>
      <div className="min-h-8">
        {this_one.data !== undefined && <VersionActions version={version} edition={this_one.data.edition} />}
      </div>
      {failed !== null && <ProblemNotice problem={asProblem(failed)} />}
      {from !== undefined && until !== undefined ? (
        <Differences list={compareEditions(from, until, names)} />
      ) : (
        <Shape waiting={failed === null}>
          <Skeleton className="h-4 w-60" />
        </Shape>
      )}
    </section>
  );
}

function useEdition(version_id: string | undefined) {
  const { api } = useDoors();
  const app = useApp();
  const { id } = route.useParams();
  return useQuery({ ...versionQuery(api, app.id, id, version_id ?? ""), enabled: version_id !== undefined });
}

/** What the ids in rules are called, as far as this page knows. */
function useNames(): RuleNames {
  const { api } = useDoors();
  const { data } = useQuery(ruleQueries.segments(api));
  return {
    segment: (id) => data?.items.find((segment) => segment.id === id)?.name,
    content: () => undefined,
  };
}
