import type { Question } from "@fanfare/contract/content/survey";
import { nextQuestion } from "@fanfare/contract/content/survey-flow";
import type { Rng } from "@fanfare/contract/lib/rng";
import { endMove, postProgress, startMove, stepMove } from "../support/run-moves.ts";
import type { Browser } from "../support/v1-browser.ts";
import { newEventId, newRunId, type Published, type V1Server } from "../support/v1-server.ts";

/** Content of a round. `positions` are its steps or questions, `goal`, `experiment`, and messages hang on the first. */
export interface RoundContent extends Published {
  readonly type: "tour" | "survey" | "announcement";
  readonly positions: readonly string[];
  /** Of a survey. */
  readonly questions?: readonly Question[];
}

type Outcome = "" | "completed" | "dismissed" | "failed";

/** What is true of a run, whatever the page reported about it and how often. */
export interface TrueRun {
  readonly run_id: string;
  readonly content: RoundContent;
  readonly locale: string;
  /** Of the experiment. "" if the page sent none. */
  readonly variant: string;
  seq: number;
  position: number;
  /** Questions of a survey before this one, as the person came. */
  path: number[];
  /** Of a survey, by its question. */
  readonly answers: Map<string, number>;
  seen: boolean;
  /** The page knows that it is seen, and doesn't report the start again. */
  reported: boolean;
  suppressed: boolean;
  /** Not ended on the server. Pages of an older SDK left sent surveys open. */
  open: boolean;
  outcome: Outcome;
  readonly steps_seen: Set<string>;
  readonly steps_done: Set<string>;
  readonly steps_missing: Set<string>;
}

/** A person with everything that happened to them. Browsers move to another person when they identify. */
export interface TruePerson {
  readonly runs: TrueRun[];
  readonly arms: Set<string>;
  /** Strongest state of each message. */
  readonly messages: Map<string, "delivered" | "seen" | "dismissed" | "acted">;
  /** Server times of the first exposure and of the first order. */
  exposed_at: number | undefined;
  ordered_at: number | undefined;
}

const newPerson = (): TruePerson => ({
  ...{ runs: [], arms: new Set<string>(), messages: new Map(), exposed_at: undefined, ordered_at: undefined },
});

const MESSAGE_RANK = ["delivered", "seen", "dismissed", "acted"] as const;

export interface Round {
  readonly contents: readonly RoundContent[];
  readonly experiment: RoundContent;
  readonly messages: readonly string[];
}

interface NotedEvent {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly props: object;
}

/** Simulates one browser: page loads, content, survey answers, messages, and signing in. */
export class RandomVisitor {
  person: TruePerson = newPerson();
  #token: string | undefined;
  #sent: NotedEvent[] = [];
  #events: NotedEvent[] = [];
  readonly server: V1Server;
  readonly rng: Rng;
  readonly round: Round;
  readonly #browser: Browser;
  readonly #device: string;

  constructor(server: V1Server, rng: Rng, number: number, round: Round) {
    this.server = server;
    this.rng = rng;
    this.round = round;
    this.#browser = server.browser({ address: `10.0.${number >> 8}.${number & 255}` });
    this.#device = `device-${number}`;
  }

  chance(share: number): boolean {
    return this.rng.next() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.rng.next() * items.length)];
    if (item === undefined) throw new Error("Nothing to choose from.");
    return item;
  }

  boot = (): Promise<unknown> => this.#browser.boot(this.#token);

  /** Signs in as someone, who may have a history from another browser. Anonymous runs become theirs. */
  async identify(name: string, known: TruePerson | undefined): Promise<TruePerson> {
    await this.#flush();
    this.#token = await this.server.token(name, { exp: 4_000_000_000 });
    const { status } = await this.#browser.identify(name, this.#token);
    if (status !== 200) throw new Error(`identify answered ${status}`);
    this.server.clock.advance(1_000);
    this.person = known === undefined ? this.person : merged(known, this.person);
    return this.person;
  }

  /** One page load: some of the content appears, again or for the first time. */
  async load(): Promise<void> {
    for (const content of this.round.contents) if (this.chance(0.6)) await this.#meet(content);
    if (this.chance(0.3)) this.#expose();
    if (this.chance(0.15)) this.#note("order_shipped", {});
    for (const id of this.round.messages) if (this.chance(0.3)) this.#message(id);
    await this.#flush();
  }

  #expose(): void {
    const { content_id } = this.round.experiment;
    const [arm = this.pick(["a", "b"])] = this.person.arms;
    this.person.arms.add(arm);
    this.#note("experiment_exposed", { content_id, version: 1, variant: arm });
  }

  #message(live_update_id: string): void {
    const state = this.pick(MESSAGE_RANK);
    this.#note(`live_update_${state}`, { live_update_id, device: this.#device });
    const known = this.person.messages.get(live_update_id);
    this.person.messages.set(live_update_id, stronger(known, state));
  }

  async #meet(content: RoundContent): Promise<void> {
    const { runs } = this.person;
    let run = runs.find((each) => each.content === content && each.open && each.outcome === "");
    if (run === undefined) {
      if (runs.some((each) => each.content === content && each.open)) return;
      if (runs.some((each) => each.content === content) && this.chance(0.5)) return;
      run = await this.#start(content);
      runs.push(run);
    }
    await this.#play(run);
  }

  async #start(content: RoundContent): Promise<TrueRun> {
    const [step_id = ""] = content.positions;
    const run_id = newRunId(this.server);
    const { status } = await postProgress(
      this.#browser,
      startMove(this.server, content, { run_id, step_id }),
      this.#token,
    );
    this.server.clock.advance(1_000);
    if (status !== 200) throw new Error(`progress answered ${status}`);
    const variant = content === this.round.experiment ? this.pick(["", "a", "b"]) : "";
    return {
      ...{ run_id, content, locale: this.pick(["en", "de"]), variant },
      ...{ seq: 1, position: 0, path: [], answers: new Map(), seen: false, reported: false },
      ...{
        suppressed: false,
        open: true,
        outcome: "",
        steps_seen: new Set(),
        steps_done: new Set(),
        steps_missing: new Set(),
      },
    };
  }

  /** Goes through the content until it ends, or until the page is reloaded or closed. */
  async #play(run: TrueRun): Promise<void> {
    const { positions, type } = run.content;
    for (;;) {
      const step_id = positions[run.position] ?? "";
      if (type === "tour" && this.chance(0.1)) {
        run.steps_missing.add(step_id);
        const tried = [{ kind: "text", matches: 2, visible: 2 }];
        this.#tell(run, "step_target_missing", { step_id, tried });
      }
      let waits = true;
      const seen = (): void => {
        if (waits) this.#seen(run, step_id);
        waits = false;
      };
      if (this.chance(0.6)) seen();
      const does = this.rng.next();
      if (does < 0.3) return;
      if (does < 0.4) return this.#end(run, this.pick(["escape", "close_button", "navigation"]));
      if (does < 0.45) return this.#end(run, type === "tour" && this.chance(0.5) ? "target_missing" : "error");
      if (does < 0.5) {
        seen();
        return this.#suppress(run);
      }
      if (type === "survey" && does < 0.55 && run.path.length > 0) {
        await this.#moveTo(run, run.path.pop() ?? 0);
        continue;
      }
      // Optional questions can be left out, in less time than a view takes.
      const answers = type !== "survey" || this.chance(0.7);
      const answer = type === "survey" ? { answer: Math.floor(this.rng.next() * 11) } : {};
      if (answers) {
        seen();
        run.steps_done.add(step_id);
        if (answer.answer !== undefined) run.answers.set(step_id, answer.answer);
        this.#tell(run, DONE[type], { step_id, ...answer });
      }
      const next = nextPosition(run);
      if (next < positions.length) {
        if (type === "survey") run.path.push(run.position);
        await this.#moveTo(run, next);
        continue;
      }
      // Pages of an older SDK reported the end of a survey only after another button.
      if (type === "survey" && answers && this.chance(0.5)) {
        run.outcome = "completed";
        return;
      }
      return this.#end(run, "completed");
    }
  }

  async #moveTo(run: TrueRun, position: number): Promise<void> {
    const { status } = await postProgress(
      this.#browser,
      stepMove(run, run.content.positions[position] ?? ""),
      this.#token,
    );
    if (status !== 200) throw new Error(`progress answered ${status}`);
    run.seq++;
    run.position = position;
    this.server.clock.advance(1_000);
  }

  #seen(run: TrueRun, step_id: string): void {
    const { type } = run.content;
    if (!run.reported) this.#tell(run, STARTED[type], { start_reason: "rule", wait_ms: 200 });
    run.reported = true;
    passed(run, run.position);
    this.#tell(run, SEEN[type], { step_id });
  }

  async #suppress(run: TrueRun): Promise<void> {
    run.suppressed = true;
    await this.#end(run, "do_not_show_again");
    this.#tell(run, `${run.content.type}_suppressed`, {});
  }

  async #end(run: TrueRun, reason: string): Promise<void> {
    const { type } = run.content;
    const fails = reason === "error" || reason === "target_missing";
    run.outcome = reason === "completed" ? "completed" : fails ? "failed" : "dismissed";
    const unseen = run.reported ? {} : { unseen: true };
    // Whoever sends a survey has left its last question, too.
    if (type === "survey") passed(run, ...(reason === "completed" ? [run.position] : []));
    this.#tell(run, `${type}_${reason === "completed" ? "completed" : "dismissed"}`, {
      ...(reason === "completed" ? {} : { reason }),
      ...(reason === "error" ? { error: "TypeError" } : {}),
      ...unseen,
    });
    run.open = false;
    const { status } = await postProgress(this.#browser, endMove(run, reason), this.#token);
    if (status !== 200) throw new Error(`progress answered ${status}`);
    this.server.clock.advance(1_000);
  }

  #tell({ run_id, content, locale, variant }: TrueRun, name: string, props: object): void {
    const of_variant = variant === "" ? {} : { variant };
    this.#note(name, { content_id: content.content_id, version: 1, run_id, locale, ...of_variant, ...props });
    // The page may send what it has at any time.
    if (this.chance(0.1)) this.#sent.push(...this.#events.splice(0));
  }

  #note(name: string, props: object): void {
    this.server.clock.advance(1);
    const at = new Date(this.server.clock.now()).toISOString();
    this.#events.push({ id: newEventId(this.server), name, at, props });
  }

  /** Sends the events in random parts. Some requests are repeated, because their response was lost. */
  async #flush(): Promise<void> {
    const events = [...this.#sent.splice(0), ...this.#events.splice(0)];
    while (events.length > 0) {
      const part = events.splice(0, 1 + Math.floor(this.rng.next() * events.length));
      await this.#send(part);
      if (this.chance(0.2)) await this.#send(part);
      // A repeated request with what happened since.
      if (this.chance(0.1)) events.unshift(...part.slice(-1));
    }
  }

  async #send(events: readonly NotedEvent[]): Promise<void> {
    const now_ms = this.server.clock.now();
    if (events.some(({ name }) => name === "order_shipped")) this.person.ordered_at ??= now_ms;
    if (events.some(({ name }) => name === "experiment_exposed")) this.person.exposed_at ??= now_ms;
    const identity = this.#token === undefined ? this.#browser.anonymousIdentity : {};
    const { status, body } = await this.#browser.call<{ accepted: number; rejected: readonly unknown[] }>(
      "POST",
      "events",
      { body: { events, ...identity }, token: this.#token },
    );
    this.server.clock.advance(1_000);
    if (status !== 200 || body.accepted !== events.length) throw new Error(`events answered ${JSON.stringify(body)}`);
  }
}

function nextPosition({ content: { questions, positions }, position, answers }: TrueRun): number {
  return questions ? nextQuestion(questions, position, answers.get(positions[position] ?? "")) : position + 1;
}

/** People see a position, and have seen those that they left on the way to it. */
function passed(run: TrueRun, ...seen: readonly number[]): void {
  for (const position of [...run.path, ...seen]) {
    run.seen = true;
    run.steps_seen.add(run.content.positions[position] ?? "");
  }
}

const STARTED = { tour: "tour_started", survey: "survey_started", announcement: "announcement_seen" };
const SEEN = { tour: "tour_step_seen", survey: "survey_question_seen", announcement: "announcement_panel_seen" };
const DONE = { tour: "tour_step_completed", survey: "survey_answered", announcement: "announcement_acted" };

/** A run that was left within a second has no event yet. */
export function isReported({ seen, outcome, steps_missing }: TrueRun): boolean {
  return seen || outcome !== "" || steps_missing.size > 0;
}

/** Of two open runs, that with more moves goes on, or the identified person's if both have as many. The other one ends. */
function merged(known: TruePerson, anonymous: TruePerson): TruePerson {
  if (known === anonymous) return known;
  for (const run of anonymous.runs) {
    if (!run.open) continue;
    for (const other of known.runs) {
      if (other.content !== run.content || !other.open) continue;
      const ended = run.seq > other.seq ? other : run;
      ended.open = false;
      if (isReported(ended)) ended.outcome ||= "dismissed";
    }
  }
  known.runs.push(...anonymous.runs);
  for (const arm of anonymous.arms) known.arms.add(arm);
  for (const [id, state] of anonymous.messages) known.messages.set(id, stronger(known.messages.get(id), state));
  for (const first of ["exposed_at", "ordered_at"] as const) {
    const [one = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY] = [known[first], anonymous[first]];
    known[first] = Number.isFinite(Math.min(one, other)) ? Math.min(one, other) : undefined;
  }
  return known;
}

type MessageState = (typeof MESSAGE_RANK)[number];
function stronger(one: MessageState | undefined, other: MessageState): MessageState {
  return one !== undefined && MESSAGE_RANK.indexOf(one) > MESSAGE_RANK.indexOf(other) ? one : other;
}
