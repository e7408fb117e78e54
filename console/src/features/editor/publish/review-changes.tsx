import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { compareEditions } from "../../../model/comparison/compare.ts";
import { QueryProblem } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, SkeletonScreen } from "../../../ui/feedback/skeleton.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { Differences } from "../history/differences.tsx";
import { useEditionNames } from "../history/edition-names.ts";
import { useEdition } from "../history/use-edition.ts";
import { useEditor } from "../state/editor-context.ts";

interface ReviewChangesProps extends DialogState {
  /** Number of the version that is live in the app. */
  readonly live_version: number;
  /** Buttons that decide about the draft. */
  readonly children: ReactNode;
}

/** What publishing the draft changes for people, next to the decision about it. */
export function ReviewChanges({ live_version, children, ...dialog }: ReviewChangesProps) {
  return (
    <Dialog
      {...dialog}
      size="lg"
      title={t("Changes since version {n}", { n: live_version })}
      description={t("Compares the draft with the version that people see now.")}
      actions={children}
    >
      <Changes live_version={live_version} />
    </Dialog>
  );
}

function Changes({ live_version }: Pick<ReviewChangesProps, "live_version">) {
  const { api } = useAppContext();
  const app = useApp();
  const { server, draft } = useEditor().state;
  const versions = useQuery(queries.versions(api, app.id, server.id));
  const live = useEdition(versions.data?.items.find(({ number }) => number === live_version)?.id);
  const before = live.data?.edition;
  const names = useEditionNames(before, draft.edition);
  if (before !== undefined) return <Differences list={compareEditions(before, draft.edition, names)} />;
  const failed = [versions, live].find(({ isError }) => isError);
  if (failed !== undefined) return <QueryProblem of={failed} />;
  return (
    <SkeletonScreen waiting>
      <Skeleton className="h-4 w-60" />
    </SkeletonScreen>
  );
}
