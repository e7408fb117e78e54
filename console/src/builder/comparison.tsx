import type { VersionSummary } from "@fanfare/contract/schema/api";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { ComboboxSelect } from "../ui/combobox-select.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Shape, Skeleton } from "../ui/skeleton.tsx";
import { compareEditions } from "./compare.ts";
import { useBuilder } from "./context.ts";
import { Differences } from "./differences.tsx";
import { useEditionNames } from "./edition-names.ts";
import { VersionActions } from "./version-actions.tsx";
import { versionQuery } from "./version-query.ts";

const route = getRouteApi("/$app/content/$id");
const DRAFT = "draft";

interface ComparisonProps {
  /** The one that is open. */
  readonly version: VersionSummary;
  /** All of them, the newest first. */
  readonly versions: readonly VersionSummary[];
}

/** The open version beside any other one, or beside the draft: what the later of both says otherwise than the earlier. */
export function Comparison({ version, versions }: ComparisonProps) {
  const { state } = useBuilder();
  const { against } = route.useSearch();
  const other = otherOf(version, versions, against);
  const this_one = useEdition(version.id);
  const that_one = useEdition(other?.id);
  const is_later = other !== undefined && other.number < version.number;
  const there = other === undefined ? state.draft.edition : that_one.data?.edition;
  const here = this_one.data?.edition;
  const [from, until] = is_later ? [there, here] : [here, there];
  const names = useEditionNames(from, until);
  const failed = this_one.error ?? that_one.error;
  return (
    <section
      aria-label={t("Version {n}", { n: version.number })}
      className="flex min-w-0 flex-col gap-5 px-(--gutter) py-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-md font-semibold">
          {other === undefined
            ? t("From version {n} to the draft", { n: version.number })
            : t("From version {before} to version {after}", {
                before: Math.min(version.number, other.number),
                after: Math.max(version.number, other.number),
              })}
        </h2>
        <Against version={version} versions={versions} other={other} />
      </div>
      <div className="min-h-8">{here !== undefined && <VersionActions version={version} edition={here} />}</div>
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

/** With which one it is compared: what the address says, else the one before it; undefined is the draft. */
function otherOf(
  version: VersionSummary,
  versions: readonly VersionSummary[],
  against: string | undefined,
): VersionSummary | undefined {
  if (against === DRAFT) return undefined;
  const wanted = versions.find(({ id }) => id === against && id !== version.id);
  return wanted ?? versions.find(({ number }) => number < version.number);
}

function Against({ version, versions, other }: ComparisonProps & { readonly other: VersionSummary | undefined }) {
  const navigate = useNavigate({ from: "/$app/content/$id" });
  const items = [
    { id: DRAFT, label: t("The draft") },
    ...versions
      .filter(({ id }) => id !== version.id)
      .map(({ id, number, created_by }) => ({
        ...{ id, label: t("Version {n}", { n: number }) },
        ...(created_by !== null && { hint: created_by }),
      })),
  ];
  return (
    <div className="flex items-center gap-2 text-sm text-ink-2">
      <span aria-hidden="true" className="whitespace-nowrap">
        {t("Compare with")}
      </span>
      <ComboboxSelect
        label={t("Compare with")}
        items={items}
        value={items.find(({ id }) => id === (other?.id ?? DRAFT)) ?? null}
        choose={t("Choose a version")}
        placeholder={t("Search versions")}
        empty={t("No such version.")}
        className="w-44"
        onChange={({ id }) =>
          void navigate({
            search: (search) => ({ ...search, against: id }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  );
}

function useEdition(version_id: string | undefined) {
  const { api } = useDoors();
  const app = useApp();
  const { id } = route.useParams();
  return useQuery({ ...versionQuery(api, app.id, id, version_id ?? ""), enabled: version_id !== undefined });
}
