import type { VersionSummary } from "@fanfare/contract/schema/responses/content/content";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { t } from "../../../lib/i18n/t.ts";
import { compareEditions } from "../../../model/comparison/compare.ts";
import { ComboboxSelect } from "../../../ui/combobox/combobox-select.tsx";
import { ProblemNotice } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, SkeletonScreen } from "../../../ui/feedback/skeleton.tsx";
import { useEditor } from "../state/editor-context.ts";
import { Differences } from "./differences.tsx";
import { useEditionNames } from "./edition-names.ts";
import { useEdition } from "./use-edition.ts";
import { VersionActions } from "./version-actions.tsx";

const route = getRouteApi("/$app/content/$id");
const DRAFT = "draft";

interface ComparisonProps {
  readonly version: VersionSummary;
  /** Newest first. */
  readonly versions: readonly VersionSummary[];
}

/** Compares the open version with another version or the draft. Shows what the later one changed. */
export function Comparison({ version, versions }: ComparisonProps) {
  const { state } = useEditor();
  const { against } = route.useSearch();
  const other = defaultOther({ version, versions }, against, state.server.edited);
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
            ? t("Version {n} compared to draft", { n: version.number })
            : t("Version {before} compared to version {after}", {
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
        <SkeletonScreen waiting={failed === null}>
          <Skeleton className="h-4 w-60" />
        </SkeletonScreen>
      )}
    </section>
  );
}

/**
 * Version to compare with: from the URL, otherwise the previous one. Undefined is the draft, to which the newest version
 * is compared while the draft has changes, as in a review.
 */
function defaultOther(
  { version, versions }: ComparisonProps,
  against: string | undefined,
  edited: boolean,
): VersionSummary | undefined {
  if (against === DRAFT || (against === undefined && edited && version === versions[0])) return undefined;
  const selected = versions.find(({ id }) => id === against && id !== version.id);
  return selected ?? versions.find(({ number }) => number < version.number);
}

function Against({ version, versions, other }: ComparisonProps & { readonly other: VersionSummary | undefined }) {
  const navigate = useNavigate({ from: "/$app/content/$id" });
  const items = [
    { id: DRAFT, label: t("Draft") },
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
        choose={t("Select a version")}
        placeholder={t("Search versions")}
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
