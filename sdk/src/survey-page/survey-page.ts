import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { type PageThemes, resolveTheme } from "@fanfare/contract/theme/theme";
import { call, read } from "../lib/native.ts";
import { createReport } from "../lib/report.ts";
import { moveFocus } from "../ui/dom/focus.ts";
import { safeLink } from "../ui/dom/safe-link.ts";
import { openSurvey } from "../ui/survey/survey.ts";
import { loadLabels } from "../ui/text/locales.ts";
import { withContentTheme } from "../ui/theme/theme.ts";
import type { OpenStagedPlayer, PlayerEvent, StagedPlayerOptions } from "../ui/types.ts";
import { createResponse } from "./anonymous-response.ts";
import { createPageClient } from "./page-client.ts";
import { buildPageFrame } from "./page-frame.ts";
import { createRunReport } from "./run-report.ts";

/** What the server's page contains besides the survey (server/src/http/survey-page). */
type Notice = "done" | "completed" | "closed" | "failed";

const { document } = window;
const clock = systemClock;
const rng = systemRng;

function showNotice(name: Notice): void {
  const notice = call(document, "getElementById", name);
  if (notice === null) return;
  notice.hidden = false;
  moveFocus(notice.firstElementChild);
}

function metaContent(name: string): string {
  return call(document, "querySelector", `meta[name=${name}]`)?.getAttribute("content") ?? "";
}

/**
 * Takes the identity token out of the URL (`#token=…`), so that it isn't copied with it. A fragment isn't sent to servers,
 * which log what is.
 */
function takeToken(): string | undefined {
  const { location, history } = window;
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined;
  if (token !== undefined) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

/** Shows the survey as the whole page. `note`: what the card tells people about their answers. */
async function showSurvey(
  { edition, locale = read(document, "documentElement").lang, name, run, theme: named }: Decision,
  themes: PageThemes | undefined,
  note: string,
  on: StagedPlayerOptions["on"],
): Promise<void> {
  const labels = await loadLabels(locale);
  const theme = resolveTheme(themes, named);
  const open: OpenStagedPlayer = (options) => openSurvey(options, buildPageFrame(note));
  (theme === undefined ? open : withContentTheme(open, theme))({
    ...{
      window,
      document,
      clock,
      edition,
      name,
      locale,
      labels,
      on,
      step_id: run?.step_id ?? null,
      run: run ?? undefined,
    },
    act: (action) => {
      if (action.kind === "link") window.open(safeLink(action.href, read(document, "baseURI")) ?? "");
    },
    celebrate: () => ({
      ...{ finished: Promise.resolve({ reason: "cancelled" }), shown: () => false, stop() {}, cancel() {} },
    }),
  });
}

/** The page without the survey, once it left the screen. */
function noticeAfter(event: PlayerEvent): Notice | undefined {
  if (event.kind === "removed") return "done";
  if (event.kind !== "ended" || event.stays) return undefined;
  return event.reason === "error" ? "failed" : "done";
}

/** Shows the survey that the page names. */
async function start(): Promise<void> {
  const [host = ""] = import.meta.url.split("/sdk/survey-page/");
  const [key, slug, note] = ["app", "survey", "anonymous"].map((name) => metaContent(`fanfare-${name}`));
  const anonymous = note !== "";
  const token = takeToken();
  const page = { window, clock, rng, host, key: key ?? "", report: createReport({}), token, anonymous };
  const client = createPageClient(page);
  const answer = await client.open(slug ?? "");
  if (answer.kind !== "ok") return showNotice(answer.kind === "refused" && answer.status === 404 ? "closed" : "failed");
  const { status, survey, themes } = answer.body;
  if (status === "completed" || survey === null) return showNotice("completed");
  const response = anonymous ? createResponse(page, client, survey) : undefined;
  if (response?.was_sent()) return showNotice("completed");
  const track = response?.track ?? createRunReport(page, client, survey);
  await showSurvey(survey, themes, note ?? "", (event, box) => {
    track(event, box);
    const notice = noticeAfter(event);
    if (notice) showNotice(notice);
  });
}

start().catch(() => showNotice("failed"));
