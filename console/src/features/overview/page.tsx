import type { Overview } from "@fanfare/contract/schema/responses/analytics/overview";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useApp, useAppContext, usePermissions } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { PULSES_SHOWN, totalConnections, usePulses } from "../../lib/pulse-history.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { useTitle } from "../../lib/use-title.ts";
import { cx } from "../../ui/cx.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Carousel } from "../../ui/elements/carousel.tsx";
import { SeriesTable } from "../../ui/elements/series-table.tsx";
import { Sparkline } from "../../ui/elements/sparkline.tsx";
import { LiveDot } from "../../ui/feedback/live-dot.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { AttentionList } from "./attention-list.tsx";
import { Completions } from "./completions.tsx";
import { describeWeek } from "./describe-week.ts";
import { type FirstStep, remainingSteps, weekOverWeek } from "./first-steps.ts";

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
        {data !== undefined && <Details overview={data} />}
      </div>
    </>
  );
}

/** From this many first steps on, they lead the page. The last ones are beside the completions. */
const LEADING_STEPS_MIN = 3;

function Details({ overview: { first_steps, completions } }: { readonly overview: Overview }) {
  const steps = remainingSteps(first_steps, usePermissions());
  const leads = steps.length >= LEADING_STEPS_MIN;
  return (
    <>
      {leads && <FirstSteps steps={steps} />}
      <div className="grid items-start gap-8 *:min-w-0 xl:grid-cols-2">
        <div className="flex flex-col gap-8">
          <AttentionList />
          {!leads && <FirstSteps steps={steps} last />}
        </div>
        <Completions days={completions} />
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
  const live = [
    { label: t("People online now"), value: now?.people, values: pulses.map(({ people }) => people) },
    {
      label: t("Connections"),
      value: now === undefined ? undefined : totalConnections(now),
      values: pulses.map(totalConnections),
    },
    {
      label: t("Events per second"),
      value: newest?.events_per_s,
      values: pulses.map(({ events_per_s }) => events_per_s),
    },
  ];
  return (
    <div className="flex flex-col gap-1.5">
      {/* The first live tile fills two columns, so that both rows end at the same edges. */}
      <div className="grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
        <WeekTiles overview={overview} />
        <LiveContent overview={overview} />
        {live.map(({ label, value, values }, index) => (
          <Tile key={label} label={label} value={value} wide={index === 0}>
            <Sparkline
              values={values}
              places={Math.min(PULSES_SHOWN, Math.max(2, values.length))}
              className="mt-auto h-8"
            />
          </Tile>
        ))}
      </div>
      <SeriesTable
        label={t("Activity")}
        note={
          pulses.length < PULSES_SHOWN ? t("Activity since you opened this page") : t("Activity in the last minute")
        }
        series={live}
      />
    </div>
  );
}

/** Whether content works, in one look: people, views, and completions of the last 7 days. */
function WeekTiles({ overview }: Pick<TilesProps, "overview">) {
  const completions = overview && weekOverWeek(overview.completions.map(({ count }) => count));
  const { week, before } = overview?.results ?? {};
  return [
    { label: t("People reached"), value: week?.people, before: before?.people },
    { label: t("Views"), value: week?.views, before: before?.views },
    { label: t("Completions"), value: completions?.week, before: completions?.before },
  ].map((each) => (
    <Tile key={each.label} label={each.label} value={each.value}>
      <p className="mt-auto flex flex-wrap gap-x-1.5 text-xs text-ink-3">
        <span>{t("Last 7 days")}</span>
        {each.value !== undefined && each.before !== undefined && <WeekChange now={each.value} before={each.before} />}
      </p>
    </Tile>
  ));
}

function WeekChange({ now, before }: { readonly now: number; readonly before: number }) {
  const text = describeWeek(now, before);
  if (text === undefined) return null;
  const Arrow = now > before ? ArrowUp : ArrowDown;
  return (
    <span className="flex items-center gap-0.5 text-ink-2">
      <Arrow aria-hidden="true" className="size-3 shrink-0 text-ink-3" />
      {text}
    </span>
  );
}

function LiveContent({ overview }: Pick<TilesProps, "overview">) {
  const app = useApp();
  return (
    <Tile label={t("Live content")} value={overview?.live_contents}>
      <p className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-xs text-ink-3">
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

interface FirstStepsProps {
  readonly steps: readonly FirstStep[];
  /** Whether few are left, which fill the width of their column. */
  readonly last?: boolean;
}

function FirstSteps({ steps, last = false }: FirstStepsProps) {
  /** The dialog of a step, from its first opening on. */
  const [dialog, setDialog] = useState<{ readonly kind: keyof typeof DIALOGS; readonly open: boolean }>();
  const Opened = dialog && DIALOGS[dialog.kind];
  const open = (kind: keyof typeof DIALOGS): void => setDialog({ kind, open: true });
  return (
    <>
      {last && steps.length > 0 && <LastSteps steps={steps} onOpen={open} />}
      {!last && (
        <Carousel
          label={t("Get started")}
          slides={steps}
          idOf={({ id }) => id}
          render={(step) => (
            <>
              <h3 className="text-base font-semibold">{step.title}</h3>
              <p className="mt-1 mb-4 text-sm text-ink-2 text-pretty">{step.words}</p>
              <FirstStepButton step={step} onOpen={open} className="mt-auto self-start" />
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

interface LastStepsProps extends Pick<FirstStepsProps, "steps"> {
  readonly onOpen: (dialog: keyof typeof DIALOGS) => void;
}

function LastSteps({ steps, onOpen }: LastStepsProps) {
  return (
    <section aria-labelledby="first-steps" className="flex flex-col gap-3">
      <h2 id="first-steps" className="text-md font-semibold">
        {t("Get started")}
      </h2>
      <ul aria-labelledby="first-steps" className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {steps.map((step) => (
          <li key={step.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
            <div className="flex min-w-48 flex-1 flex-col gap-0.5">
              <h3 className="text-sm font-medium">{step.title}</h3>
              <p className="text-xs text-ink-2 text-pretty">{step.words}</p>
            </div>
            <FirstStepButton step={step} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FirstStepButtonProps {
  readonly step: FirstStep;
  readonly onOpen: (dialog: keyof typeof DIALOGS) => void;
  readonly className?: string;
}

function FirstStepButton({ step: { opens, action }, onOpen, className = "" }: FirstStepButtonProps) {
  const app = useApp();
  if (typeof opens === "string") {
    return (
      <Button className={className} onClick={() => onOpen(opens)}>
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
      className={buttonClass("secondary", "md", className)}
    >
      {action}
      <ArrowRight className="rtl:-scale-x-100" />
    </Link>
  );
}

interface TileProps {
  readonly label: string;
  readonly value: number | undefined;
  /** Whether it fills two columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function Tile({ label, value, wide = false, children }: TileProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        "flex min-h-24 flex-col gap-2 rounded-lg border border-line p-2.5 sm:px-4 sm:py-3",
        wide && "col-span-2",
      )}
    >
      <div className="flex flex-col gap-0.5">
        <h2 className="text-xs font-medium text-ink-3">{label}</h2>
        <p className="text-xl font-semibold tabular-nums">{value === undefined ? "–" : number(value)}</p>
      </div>
      {children}
    </section>
  );
}
