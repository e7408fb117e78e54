import type { Edition } from "@fanfare/contract/content/content";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { isWithin } from "@fanfare/contract/targeting/schedule";
import { chooseLocale, localizedBody } from "@fanfare/contract/translation/translation";
import { Hono } from "hono";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { sharedSurvey } from "../../engage/decide/linked-survey.ts";
import { fromJson } from "../../store/columns.ts";
import { publicationsOfSlug } from "../../store/statements/content/shared-surveys.ts";
import type { Store } from "../../store/store.ts";
import { networkOf, tokenBuckets } from "../request/token-buckets.ts";
import { languagesOf } from "../v1/context.ts";
import { PAGE_POLICY, type PageState, surveyPage } from "./page.ts";
import { pageTexts } from "./page-texts.ts";

export interface SurveyPageDeps {
  readonly clock: Clock;
  readonly store: Pick<Store, "db">;
  readonly apps: AppDirectory;
  readonly addressOf: (request: Request) => string;
  /** Path of the public URL, without a trailing slash. */
  readonly path_prefix: string;
}

/** `over`: it won't open again by itself. `closed`: paused, or not yet begun. */
type LinkState =
  | { readonly kind: "open"; readonly app: AppRecord; readonly edition: Edition }
  | { readonly kind: "unknown" | "closed" | "over" };

const STATUS = { open: 200, unknown: 404, closed: 403, over: 410, busy: 429 } as const;

/**
 * Pages of surveys that are shared by link: `/s/{slug}?app={key}`. The page only names the survey. Its script, the SDK's
 * player, gets the survey from `/v1` and sends the answers there.
 */
export function surveyPageRoutes(deps: SurveyPageDeps): Hono {
  const addresses = tokenBuckets(deps.clock, {
    per_second: limits.survey_pages_per_second_max,
    burst: limits.survey_pages_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  return new Hono().get("/s/:slug", async (c) => {
    const languages = languagesOf(c.req.raw);
    const slug = c.req.param("slug");
    const busy = addresses.take(networkOf(deps.addressOf(c.req.raw))) > 0;
    const link = busy ? { kind: "busy" as const } : await linkState(deps, slug, c.req.query("app"));
    c.header("Content-Security-Policy", PAGE_POLICY);
    c.header("X-Robots-Tag", "noindex, nofollow");
    c.header("Referrer-Policy", "no-referrer");
    c.header("Cache-Control", "no-store");
    c.header("Vary", "Accept-Language");
    return c.html(surveyPage(pageState(link, slug, languages, deps.path_prefix)), STATUS[link.kind]);
  });
}

function pageState(
  link: LinkState | { readonly kind: "busy" },
  slug: string,
  languages: readonly string[],
  path_prefix: string,
): PageState {
  if (link.kind !== "open") {
    const { language, texts } = pageTexts(languages);
    return { kind: "message", language, text: texts[link.kind] };
  }
  const { edition, app } = link;
  const locale = chooseLocale(edition, languages);
  const body = localizedBody(edition, locale);
  const { texts } = pageTexts(locale === undefined ? languages : [locale]);
  const title = body.type === "survey" ? body.title : "";
  const anonymous = sharedSurvey(edition)?.anonymous === true;
  const language = locale ?? languages[0] ?? "en";
  return { kind: "survey", language, title, texts, key: app.key, slug, anonymous, path_prefix };
}

/**
 * Finds the survey of a link. Content that isn't shared by link is unknown, whether it exists or not. Without `key`, the
 * slug decides if the survey is live in only one app.
 */
async function linkState(deps: SurveyPageDeps, slug: string, key: string | undefined): Promise<LinkState> {
  const rows = (await publicationsOfSlug(deps.store.db, slug)).flatMap(({ app_id, paused_at, edition: text }) => {
    const app = deps.apps.byId(app_id);
    // Cast: the schema validated the draft before it was published.
    const edition = fromJson(text, (value) => value as Edition);
    const is_meant = app !== undefined && !app.system && (key === undefined || app.key === key);
    return is_meant && sharedSurvey(edition) !== undefined ? [{ app, edition, paused_at }] : [];
  });
  const [only, ...others] = rows;
  if (only === undefined || others.length > 0) return { kind: "unknown" };
  const { app, edition, paused_at } = only;
  const { schedule } = edition;
  // The person's own time zone is known once the page runs.
  if (schedule?.zone === "utc" && isWithin(schedule, deps.clock.now(), "UTC") === false) {
    const { starts_at: _, ...end } = schedule;
    return { kind: isWithin(end, deps.clock.now(), "UTC") === false ? "over" : "closed" };
  }
  return paused_at !== null || app.paused ? { kind: "closed" } : { kind: "open", app, edition };
}
