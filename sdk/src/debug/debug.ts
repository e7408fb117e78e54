import type { Body } from "@fanfare/contract/content/body";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { DebugPanelRequest, DebugPanelResponse } from "@fanfare/contract/schema/people/debug-link";
import type { Decisions } from "../engage/decide/decisions.ts";
import { explainOnPage } from "../engage/decide/explain.ts";
import type { Choice, Subject, Suppressions } from "../engage/decide/suppressions.ts";
import { loadReader, targetPlaces } from "../engage/decide/target-facts.ts";
import type { EventQueue } from "../engage/outbox/event-queue.ts";
import type { Guidance } from "../engage/stage/guidance.ts";
import type { Emitter } from "../lib/emitter.ts";
import type { Report } from "../lib/report.ts";
import type { Identity } from "../net/identity.ts";
import type { Net } from "../net/net.ts";
import type { RealtimeClient } from "../realtime/realtime-client.ts";
import type { ContentLine, EventLine, PanelState, ResponseLine } from "./panel-state.ts";
import type { TargetLine } from "./target-line.ts";
import { findToken } from "./token.ts";
import { openView } from "./view.ts";

/** One line per target of a content item, with each locator evaluated separately. */
async function targetLines(document: Document, body: Body, edit_url: string): Promise<readonly TargetLine[]> {
  const places = targetPlaces(body);
  // Accessible-name code is as large as the rest of the panel, so it loads separately.
  const [reader, { suggestedTargetLines: linesOf }] = await Promise.all([
    loadReader(places),
    import("./suggestions.ts"),
  ]);
  return linesOf(document, places, reader, edit_url);
}

export interface DebugDeps {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly net: Net;
  readonly identity: Pick<Identity, "claims" | "anonymousToken">;
  readonly emitter: Emitter;
  readonly decisions: Decisions;
  readonly suppressions: Suppressions;
  readonly events: EventQueue;
  readonly guidance: Pick<Guidance, "stage">;
  readonly live: Pick<RealtimeClient, "connected">;
  readonly report: Report;
  readonly choose: (subject: Subject, choice: Choice | null) => unknown;
}

/** Changes within this time share one refresh and one request. */
const LOOK_AFTER_MS = 250;
const ASK_AFTER_MS = 300;
/** Refreshing uses at most a tenth of the page's time. */
const LOOK_COST_FACTOR = 10;
const NOTES_KEPT_MAX = 50;
const PANEL_ID_BYTES = 16;

/**
 * Opens the debug panel after a visit through a debug link. It shows which content is live and why it shows or not on
 * this page. Read-only: nothing counts as shown, and no event is recorded.
 *
 * @param opened The page's URL when the SDK started.
 * @param first Settles when the first response of the server has arrived.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: Wires the panel's parts once. A split moves the wiring without shortening it.
export async function openDebug(deps: DebugDeps, opened: string, first: Promise<unknown>): Promise<void> {
  const { window, clock, rng, net, identity, emitter, decisions, suppressions, events, report } = deps;
  const { document } = window;
  const debug_token = findToken(opened, "fanfare_debug")?.token;
  if (debug_token === undefined) return;

  const panel_id = rng.bytes(PANEL_ID_BYTES).join("-");
  let panel: DebugPanelResponse | undefined;
  let connection = deps.live.connected() ? "connected" : "not connected";
  const answers: ResponseLine[] = [];
  const sent: EventLine[] = [];
  let open = true;
  let pending: Cancel | undefined;
  let question: Cancel | undefined;
  let gap_ms = LOOK_AFTER_MS;
  let asked_about = "";

  const nameOf = (content_id: string): string =>
    panel?.items.find((each) => each.content_id === content_id)?.name ?? content_id;

  const lineOf = async (
    item: DebugPanelResponse["items"][number],
    { console_url }: DebugPanelResponse,
  ): Promise<ContentLine> => {
    const stage = await stageOf();
    const { outcome, gate, gates } = await explainOnPage({ decisions, stage, window }, item);
    const body = decisions.current()?.decisions.find(({ content_id }) => content_id === item.content_id)?.edition.body;
    const targets =
      body === undefined ? [] : await targetLines(document, body, `${console_url}/content/${item.content_id}`);
    return { ...item, outcome, gate, gates, targets };
  };
  /** Load the stage's code only if the page has content to show. */
  const stageOf = async () => ((decisions.current()?.decisions.length ?? 0) > 0 ? deps.guidance.stage() : undefined);

  const stateOf = async (answer: DebugPanelResponse): Promise<PanelState> => ({
    person: `${answer.person.external_id ?? "Anonymous visitor"}, ${answer.person.verified ? "verified" : "not verified"}`,
    expires_at: answer.expires_at,
    place: answer.place,
    contents: await Promise.all(answer.items.map((item) => lineOf(item, answer))),
    lanes: [...((await stageOf())?.shown() ?? [])].map(([id, { lane }]) => ({ lane, name: nameOf(id) })),
    caps: answer.caps,
    hidden: suppressions
      .list()
      .map((each) => ({ ...each, name: each.target === "" ? "All content" : nameOf(each.target) })),
    responses: answers,
    events: sent,
    connection,
  });

  const look = async (): Promise<void> => {
    pending = undefined;
    // After navigation, ask the server again: it evaluates URL rules, too.
    if (window.location.href !== asked_about) askSoon();
    const begun_ms = clock.now();
    const state = panel && (await stateOf(panel));
    gap_ms = Math.max(LOOK_AFTER_MS, (clock.now() - begun_ms) * LOOK_COST_FACTOR);
    if (open && state !== undefined) await view.render(state);
  };
  const lookSoon = (): void => {
    if (open) pending ??= clock.after(gap_ms, () => void look().catch((error) => report("a call failed", error)));
  };

  const load = async (): Promise<void> => {
    question = undefined;
    await first;
    asked_about = window.location.href;
    const json: DebugPanelRequest = {
      ...{ debug_token, panel: panel_id, ...identity.claims(), anonymous_token: identity.anonymousToken() },
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      url: asked_about.slice(0, limits.page_url_chars_max),
    };
    const answer = await net.call<DebugPanelResponse>("POST", "/v1/explain", { json });
    if (!open) return;
    if (answer.kind === "ok") {
      panel = answer.body;
      await look();
    } else if (answer.kind === "refused") {
      panel = undefined;
      view.refuse(answer.detail);
    } else {
      view.refuse("Can’t reach the server. Refresh to try again.");
    }
  };
  const askSoon = (): void => {
    if (open)
      question ??= clock.after(ASK_AFTER_MS, () => void load().catch((error) => report("a call failed", error)));
  };

  const noteAnswer = (): void => {
    const boot = decisions.current();
    if (boot === undefined) return;
    const refused = boot.refused.map(({ slug, gate }) => `${slug} (${gate})`);
    const { config_version } = boot.app;
    keepNewest(answers, { at_ms: decisions.now_ms(), config_version, admitted: boot.decisions.length, refused });
  };
  const { add } = events;
  events.add = (name, props) => {
    keepNewest(sent, { at_ms: decisions.now_ms(), name, props: JSON.stringify(props) });
    lookSoon();
    return add(name, props);
  };
  const observer = new window.MutationObserver(lookSoon);
  const stops = [
    emitter.on("changed", () => {
      noteAnswer();
      askSoon();
    }),
    emitter.on("suppressions", askSoon),
    emitter.on("connection", ({ state }) => {
      connection = state;
      if (state === "closed") view.close();
      else lookSoon();
    }),
    () => observer.disconnect(),
    () => {
      events.add = add;
    },
  ];

  const view = openView(
    { window, document, clock },
    {
      refresh: askSoon,
      undo: ({ scope, target }) => deps.choose({ scope, target }, null),
      closed() {
        open = false;
        for (const stop of [...stops, pending, question]) stop?.();
      },
    },
  );
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  noteAnswer();
  await load();
}

function keepNewest<Note>(notes: Note[], note: Note): void {
  notes.unshift(note);
  notes.length = Math.min(notes.length, NOTES_KEPT_MAX);
}
