import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { type PageThemes, resolveTheme } from "@fanfare/contract/theme/theme";
import { createContentEvents } from "../engage/runs/content-events.ts";
import { contentNotice } from "../engage/runs/content-notice.ts";
import { trackRun } from "../engage/runs/run-tracker.ts";
import { call, read } from "../lib/native.ts";
import { createReport } from "../lib/report.ts";
import { moveFocus } from "../ui/dom/focus.ts";
import { safeLink } from "../ui/dom/safe-link.ts";
import { openSurvey } from "../ui/survey/survey.ts";
import { loadLabels } from "../ui/text/locales.ts";
import { withContentTheme } from "../ui/theme/theme.ts";
import type { OpenStagedPlayer } from "../ui/types.ts";
import { createPageClient, type PageClient } from "./page-client.ts";
import { buildPageFrame } from "./page-frame.ts";

/** What the server's page contains besides the survey (server/src/http/survey-page). */
type Notice = "done" | "completed" | "closed" | "failed";

const { document } = window;
const clock = systemClock;
const rng = systemRng;
const report = createReport({});

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

async function showSurvey(client: PageClient, decision: Decision, themes: PageThemes | undefined): Promise<void> {
  const { edition, locale = read(document, "documentElement").lang, name, run, content_id } = decision;
  const reason = run === null ? "survey_link" : "resume";
  const newRunId = (): string => `run_${uuidv7(clock, rng)}`;
  const tracked = trackRun({ newRunId, saveMove: client.saveMove }, decision, reason);
  const { origin, pathname } = window.location;
  const track = createContentEvents({
    ...{ window, clock, storage: client.storage },
    note: (event, notice) => void client.addEvent(event, { ...notice, page_url: origin + pathname }),
  });
  const theme = resolveTheme(themes, decision.theme);
  const open: OpenStagedPlayer = (options) => openSurvey(options, buildPageFrame);
  const labels = await loadLabels(locale);
  (theme === undefined ? open : withContentTheme(open, theme))({
    ...{ window, document, clock, edition, name, locale, content_id, labels, storage: client.storage },
    step_id: run?.step_id ?? null,
    act: (action) =>
      void (action.kind === "link" && window.open(safeLink(action.href, read(document, "baseURI")) ?? "")),
    celebrate: () => ({
      finished: Promise.resolve({ reason: "cancelled" }),
      shown: () => false,
      stop() {},
      cancel() {},
    }),
    on(event, box) {
      if (event.kind === "step_shown") tracked.step(event.step_id);
      if (event.kind !== "removed") {
        const { run_id } = tracked.position();
        track({ event, decision, reason, about: contentNotice(decision, run_id), wait_ms: 0, box });
      }
      if (event.kind === "ended") tracked.end(event.reason);
      if (event.kind === "removed" || (event.kind === "ended" && !event.stays)) {
        showNotice(event.kind === "ended" && event.reason === "error" ? "failed" : "done");
      }
    },
  });
}

/** Shows the survey that the page names, as the whole page. */
async function start(): Promise<void> {
  const [host = ""] = import.meta.url.split("/sdk/survey-page/");
  const client = createPageClient({
    ...{ window, clock, rng, host, report },
    key: metaContent("fanfare-app"),
    token: takeToken(),
  });
  const answer = await client.open(metaContent("fanfare-survey"));
  if (answer.kind !== "ok") return showNotice(answer.kind === "refused" && answer.status === 404 ? "closed" : "failed");
  const { status, survey, themes } = answer.body;
  if (status === "completed" || survey === null) return showNotice("completed");
  return showSurvey(client, survey, themes);
}

start().catch(() => showNotice("failed"));
