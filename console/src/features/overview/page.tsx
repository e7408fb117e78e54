import type { Overview } from "@fanfare/contract/schema/responses/analytics/overview";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useApp, useAppContext, usePermissions } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { PULSES_SHOWN, totalConnections, usePulses } from "../../lib/pulse-history.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Carousel } from "../../ui/elements/carousel.tsx";
import { SeriesTable } from "../../ui/elements/series-table.tsx";
import { Sparkline } from "../../ui/elements/sparkline.tsx";
import { LiveDot } from "../../ui/feedback/live-dot.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { AttentionList } from "./attention-list.tsx";
import { Completions } from "./completions.tsx";
import { type FirstStep, remainingSteps } from "./first-steps.ts";

export function OverviewPage() {
  useTitle(t("Overview"));
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(realtimeQueries.overview(api, app.id));
  const { pulses, connection } = usePulses();
  const { data } = query;
  return (
    <>
      <PageHeader
        title={t("Overview")}
        description={t("Activity and issues in {app}", { app: app.name })}
        actions={<LiveDot state={connection} />}
      />
      <div className="flex flex-col gap-8 px-(--gutter) pb-10">
        <Tiles pulses={pulses} overview={data} />
        {query.isError && data === undefined && <QueryProblem of={query} />}
        {data !== undefined && <FirstSteps done={data.first_steps} />}
        {data !== undefined && (
          <div className="grid items-start gap-8 xl:grid-cols-2">
            <Completions days={data.completions} />
            <AttentionList items={data.attention} />
          </div>
        )}
      </div>
    </>
  );
}

interface TilesProps {
  readonly pulses: ReturnType<typeof usePulses>["pulses"];
  readonly overview: Overview | undefined;
}

function Tiles({ pulses, overview }: TilesProps) {
  const { api } = useAppContext();
  const app = useApp();
  const at_first = useQuery(realtimeQueries.connections(api, app.id));
  const newest = pulses.at(-1);
  const now = newest ?? at_first.data;
  return (
    <div className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 xl:grid-cols-4">
      <Tile label={t("People online now")} value={now?.people} series={pulses.map(({ people }) => people)} />
      <Tile
        label={t("Connections")}
        value={now === undefined ? undefined : totalConnections(now)}
        series={pulses.map(totalConnections)}
      />
      <Tile
        label={t("Events per second")}
        value={newest?.events_per_s}
        series={pulses.map(({ events_per_s }) => events_per_s)}
      />
      <Tile label={t("Live content")} value={overview?.live_contents}>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-2 py-1 text-xs text-ink-3">
          {overview !== undefined && overview.paused_contents > 0
            ? tCount(overview.paused_contents, "{n} paused", "{n} paused")
            : t("Published in this app")}
          <Link
            to="/$app/content"
            params={{ app: app.id }}
            search={{ status: "live" }}
            className="rounded-xs font-medium text-accent-text hover:underline"
          >
            {t("View content")}
          </Link>
        </p>
      </Tile>
    </div>
  );
}

const CreateContentDialog = lazy(async () => {
  const { CreateContentDialog } = await import("../../components/content/create-content-dialog.tsx");
  return { default: CreateContentDialog };
});
const InviteDialog = lazy(async () => {
  const { InviteDialog } = await import("../../components/member/invite-dialog.tsx");
  return { default: InviteDialog };
});
const DIALOGS = { create_content: CreateContentDialog, invite_member: InviteDialog } as const;

function FirstSteps({ done }: { readonly done: Overview["first_steps"] }) {
  const steps = remainingSteps(done, usePermissions());
  /** The dialog of a step, from its first opening on. */
  const [dialog, setDialog] = useState<{ readonly kind: keyof typeof DIALOGS; readonly open: boolean }>();
  const Opened = dialog && DIALOGS[dialog.kind];
  return (
    <>
      {steps.length > 0 && (
        <Carousel
          label={t("Get started")}
          slides={steps}
          idOf={({ id }) => id}
          render={(step) => (
            <>
              <h3 className="text-base font-semibold">{step.title}</h3>
              <p className="mt-1 mb-4 text-sm text-ink-2 text-pretty">{step.words}</p>
              <FirstStepButton step={step} onOpen={(kind) => setDialog({ kind, open: true })} />
            </>
          )}
        />
      )}
      {Opened && (
        <Suspense>
          <Opened open={dialog.open} onOpenChange={(open) => setDialog({ ...dialog, open })} />
        </Suspense>
      )}
    </>
  );
}

interface FirstStepButtonProps {
  readonly step: FirstStep;
  readonly onOpen: (dialog: keyof typeof DIALOGS) => void;
}

function FirstStepButton({ step: { opens, action }, onOpen }: FirstStepButtonProps) {
  const app = useApp();
  if (typeof opens === "string") {
    return (
      <Button className="mt-auto self-start" onClick={() => onOpen(opens)}>
        {action}
      </Button>
    );
  }
  return (
    <Link
      to={opens.to}
      params={{ app: app.id }}
      // Safe cast: each step uses valid search parameters of its page.
      search={opens.search as never}
      className={buttonClass("secondary", "md", "mt-auto self-start")}
    >
      {action}
      <ArrowRight className="rtl:-scale-x-100" />
    </Link>
  );
}

interface TileProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly series?: readonly number[];
  readonly children?: ReactNode;
}

function Tile({ label, value, series, children }: TileProps) {
  return (
    <section aria-label={label} className="flex min-h-32 flex-col gap-3 rounded-lg border border-line p-4">
      <div className="flex flex-col gap-0.5">
        <h2 className="text-xs font-medium text-ink-3">{label}</h2>
        <p className="text-xl font-semibold tabular-nums">{value === undefined ? "–" : number(value)}</p>
      </div>
      {series !== undefined && (
        <div className="mt-auto flex flex-col gap-1">
          <Sparkline values={series} places={PULSES_SHOWN} />
          <SeriesTable label={label} values={series} />
        </div>
      )}
      {children}
    </section>
  );
}
