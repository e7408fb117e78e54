import type { Body } from "@fanfare/contract/content/body";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
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
import { takeToken } from "./token.ts";
import { openView } from "./view.ts";

/** Every place of a content that points at something, with each of its strategies by itself. */
async function targetLines(document: Document, body: Body, edit_url: string): Promise<readonly TargetLine[]> {
  const places = targetPlaces(body);
  // What judges names is as much as all else of the panel, which opens without it.
  const [reader, { suggestedTargetLines: linesOf }] = await Promise.all([
    loadReader(places),
    import("./suggestions.ts"),
  ]);
  return linesOf(document, places, reader, edit_url);
}

export interface DebugDeps {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
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

/** Changes that come together are one look, and one question. */
const LOOK_AFTER_MS = 250;
const ASK_AFTER_MS = 300;
/** Looking takes at most a tenth of the page's time. */
const LOOK_COST_FACTOR = 10;
const NOTES_KEPT_MAX = 50;

/**
 * Opens the debug panel for whoever came by a debug link: what is live and why it shows or not, in this page, now. It asks
 * and looks; nothing of it counts as shown, and no event is written.
 *
 * @param opened The page's address as it was when the SDK began.
 * @param first Settles when the server has said who is here.
 */
export async function openDebug(deps: DebugDeps, opened: string, first: Promise<unknown>): Promise<void> {
  const { window, clock, net, identity, emitter, decisions, suppressions, events, report } = deps;
  const { document } = window;
  const debug_token = takeToken(window, opened);
  if (debug_token === undefined) return;

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
  /** Its code is loaded for this alone only where the page has something to show. */
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
    // The page has moved on: the server judges addresses, too.
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
      ...{ debug_token, ...identity.claims(), anonymous_token: identity.anonymousToken() },
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
      view.refuse("Can't reach the server. Refresh to try again.");
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
