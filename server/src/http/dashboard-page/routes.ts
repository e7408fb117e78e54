import { limits } from "@fanfare/contract/limits";
import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import { Hono } from "hono";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import { openDashboardLink } from "../../analytics/dashboard-links.ts";
import { presentDashboard } from "../../analytics/dashboards.ts";
import { lastDays, readFigures } from "../../analytics/figures/read-figures.ts";
import { readInBackground, type WriteDeps } from "../../store/store.ts";
import { networkOf, tokenBuckets } from "../request/token-buckets.ts";
import { languagesOf } from "../v1/context.ts";
import { dashboardPage, PAGE_DAYS, PAGE_POLICY, type PageDays, type PageState } from "./page.ts";
import { pageLanguage } from "./page-texts.ts";

export interface DashboardPageDeps extends WriteDeps {
  readonly apps: AppDirectory;
  readonly addressOf: (request: Request) => string;
}

const STATUS = { dashboard: 200, gone: 404, busy: 429 } as const;
const DEFAULT_DAYS: PageDays = 30;

/** Pages of dashboards that are shared by link: `/d/{token}`. The token opens nothing else. */
export function dashboardPageRoutes(deps: DashboardPageDeps): Hono {
  const addresses = tokenBuckets(deps.clock, {
    per_second: limits.dashboard_pages_per_second_max,
    burst: limits.dashboard_pages_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  return new Hono().get("/d/:token", async (c) => {
    const language = pageLanguage(languagesOf(c.req.raw));
    const busy = addresses.take(networkOf(deps.addressOf(c.req.raw))) > 0;
    const days = PAGE_DAYS.find((each) => String(each) === c.req.query("days")) ?? DEFAULT_DAYS;
    const state: PageState = busy
      ? { kind: "busy", language }
      : await pageState(deps, c.req.param("token"), { language, days });
    c.header("Content-Security-Policy", PAGE_POLICY);
    c.header("X-Robots-Tag", "noindex, nofollow");
    c.header("Referrer-Policy", "no-referrer");
    c.header("Cache-Control", "no-store");
    c.header("Vary", "Accept-Language");
    return c.html(dashboardPage(state), STATUS[state.kind]);
  });
}

async function pageState(
  deps: DashboardPageDeps,
  token: string,
  { language, days }: { readonly language: EmailLanguage; readonly days: PageDays },
): Promise<PageState> {
  const opened = await openDashboardLink(deps, token);
  if (opened === undefined) return { kind: "gone", language };
  const { store, clock } = deps;
  const { app, dashboard, expires_at } = opened;
  const now_ms = clock.now();
  const period = lastDays(now_ms, days);
  const { charts, name } = presentDashboard(dashboard);
  const figures = await readFigures({ store: readInBackground(store), now_ms }, charts, {
    ...period,
    app_id: app.id,
    language,
  });
  return { kind: "dashboard", language, name, days, period, figures, expires_at };
}
