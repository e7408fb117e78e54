import type { HealthFinding } from "@fanfare/contract/schema/installation";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from "lucide-react";
import { useDoors } from "../../doors.ts";
import { t, tKnown } from "../../language/t.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { ServerWords } from "../../ui/server-words.tsx";
import { settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";

/** What an operator would look at, and what to do about it. */
export function HealthSection() {
  const { api } = useDoors();
  const query = useQuery({
    ...settingsQueries.health(api),
    // It reads the whole database: when somebody asks.
    refetchOnWindowFocus: false,
  });
  return (
    <Section
      title={t("Health")}
      description={t("The same that fanfare doctor looks at.")}
      actions={
        <Button size="sm" icon={<RotateCw />} busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("Look again")}
        </Button>
      }
    >
      {query.data === undefined ? (
        // As high as the checks will be.
        <div className="min-h-130">
          <Waiting query={query} inside />
        </div>
      ) : (
        <ul aria-label={t("Checks")} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {query.data.items.map((finding) => (
            <Finding key={finding.check} finding={finding} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const STATES = {
  good: { label: t("Good"), icon: <CircleCheck className="text-positive-text" /> },
  warning: { label: t("Look at this"), icon: <TriangleAlert className="text-caution-text" /> },
  bad: { label: t("Wrong"), icon: <CircleAlert className="text-negative-text" /> },
} as const satisfies Record<HealthFinding["state"], { label: string; icon: React.ReactNode }>;

function Finding({ finding }: { readonly finding: HealthFinding }) {
  const { label, icon } = STATES[finding.state];
  return (
    <li className="flex items-start gap-3 px-3.5 py-3 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">
          <span className="sr-only">{label}: </span>
          {tKnown(nameOf(finding.check))}
        </span>
        <span className="text-ink-2 wrap-anywhere">
          <ServerWords text={tKnown(finding.says)} />
        </span>
      </span>
    </li>
  );
}

/** `master_key` is "Master key". */
function nameOf(check: string): string {
  const words = check.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
