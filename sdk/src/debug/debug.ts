import type { Cancel, Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { PanelAnswer, PanelQuestion } from "@fanfare/contract/schema/debug-link";
import type { Emitter } from "../emitter.ts";
import type { Decisions } from "../engage/decisions.ts";
import type { Events } from "../engage/events.ts";
import { explainHere } from "../engage/explain.ts";
import type { Guidance } from "../engage/guidance.ts";
import type { Choice, Subject, Suppressions } from "../engage/suppressions.ts";
import type { Identity } from "../identity.ts";
import type { Live } from "../live/live.ts";
import type { Net } from "../net.ts";
import type { Report } from "../report.ts";
import type { AnswerLine, ContentLine, EventLine, PanelState } from "./state.ts";
import { targetLines } from "./targets.ts";
import { takeToken } from "./token.ts";
import { openView } from "./view.ts";

export interface DebugDeps {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  readonly net: Net;
  readonly identity: Pick<Identity, "claims" | "anonymousToken">;
  readonly emitter: Emitter;
  readonly decisions: Decisions;
  readonly suppressions: Suppressions;
  readonly events: Events;
  readonly guidance: Pick<Guidance, "stage">;
  readonly live: Pick<Live, "connected">;
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

  let told: PanelAnswer | undefined;
  let connection = deps.live.connected() ? "connected" : "not connected";
  const answers: AnswerLine[] = [];
  const sent: EventLine[] = [];
  let open = true;
  let pending: Cancel | undefined;
  let question: Cancel | undefined;
  let gap_ms = LOOK_AFTER_MS;
  let asked_about = "";

  const nameOf = (content_id: string): string =>
    told?.items.find((each) => each.content_id === content_id)?.name ?? content_id;

  const lineOf = async (item: PanelAnswer["items"][number], { console_url }: PanelAnswer): Promise<ContentLine> => {
    const stage = await stageOf();
    const { outcome, gate, gates } = await explainHere({ decisions, stage, window }, item);
    const body = decisions.current()?.decisions.find(({ content_id }) => content_id === item.content_id)?.edition.body;
    const targets =
      body === undefined ? [] : await targetLines(document, body, `${console_url}/content/${item.content_id}`);
    return { ...item, outcome, gate, gates, targets };
  };
  /** Its code is loaded for this alone only where the page has something to show. */
  const stageOf = async () => ((decisions.current()?.decisions.length ?? 0) > 0 ? deps.guidance.stage() : undefined);

  const stateOf = async (answer: PanelAnswer): Promise<PanelState> => ({
    person: `${answer.person.external_id ?? "An anonymous person"}, ${answer.person.verified ? "verified" : "not verified"}`,
    expires_at: answer.expires_at,
    place: answer.place,
    contents: await Promise.all(answer.items.map((item) => lineOf(item, answer))),
    lanes: [...((await stageOf())?.shown() ?? [])].map(([id, { lane }]) => ({ lane, name: nameOf(id) })),
    caps: answer.caps,
    hidden: suppressions
      .list()
      .map((each) => ({ ...each, name: each.target === "" ? "Everything" : nameOf(each.target) })),
    answers,
    events: sent,
    connection,
  });

  const look = async (): Promise<void> => {
    pending = undefined;
    // The page has moved on: the server judges addresses, too.
    if (window.location.href !== asked_about) askSoon();
    const begun_ms = clock.now();
    const state = told && (await stateOf(told));
    gap_ms = Math.max(LOOK_AFTER_MS, (clock.now() - begun_ms) * LOOK_COST_FACTOR);
    if (open && state !== undefined) await view.render(state);
  };
  const lookSoon = (): void => {
    if (open) pending ??= clock.after(gap_ms, () => void look().catch((error) => report("a call failed", error)));
  };

  const ask = async (): Promise<void> => {
    question = undefined;
    await first;
    asked_about = window.location.href;
    const json: PanelQuestion = {
      ...{ debug_token, ...identity.claims(), anonymous_token: identity.anonymousToken() },
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      url: asked_about.slice(0, limits.page_url_chars_max),
    };
    const answer = await net.call<PanelAnswer>("POST", "/v1/explain", { json });
    if (!open) return;
    if (answer.kind === "ok") {
      told = answer.body;
      await look();
    } else if (answer.kind === "refused") {
      told = undefined;
      view.refuse(answer.detail);
    } else {
      view.refuse("The server cannot be reached. Refresh to try again.");
    }
  };
  const askSoon = (): void => {
    if (open) question ??= clock.after(ASK_AFTER_MS, () => void ask().catch((error) => report("a call failed", error)));
  };

  const noteAnswer = (): void => {
    const boot = decisions.current();
    if (boot === undefined) return;
    const refused = boot.refused.map(({ slug, gate }) => `${slug} (${gate})`);
    const { config_version } = boot.app;
    keep(answers, { at_ms: decisions.now_ms(), config_version, admitted: boot.decisions.length, refused });
  };
  const { add } = events;
  events.add = (name, props) => {
    keep(sent, { at_ms: decisions.now_ms(), name, props: JSON.stringify(props) });
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
  await ask();
}

function keep<Note>(notes: Note[], note: Note): void {
  notes.unshift(note);
  notes.length = Math.min(notes.length, NOTES_KEPT_MAX);
}
