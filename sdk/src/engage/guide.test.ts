import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/clock";
import type { EndReason } from "@fanfare/contract/events";
import type { BootResponse, Decision, Run } from "@fanfare/contract/schema/v1";
import type { SuppressionFact } from "@fanfare/contract/suppression";
import { boot, decision, edition, settle } from "../testing.ts";
import type { TourEvent, TourOptions } from "../ui/types.ts";
import { createGuide } from "./guide.ts";
import type { ProgressMove } from "./progress.ts";

/** A player without a screen: shows the step that it is told, and writes down what becomes of it. */
function fakePlayer() {
  const tours: { options: TourOptions; log: string[]; tell: (event: TourEvent) => void }[] = [];
  const openTour = (options: TourOptions) => {
    const log: string[] = [];
    const first = options.step_id ?? options.edition.body.steps[0]?.id ?? "";
    tours.push({ options, log, tell: options.on });
    options.on({ kind: "step_shown", step_id: first, index: 0 });
    return {
      next: () => log.push("next"),
      back: () => log.push("back"),
      goTo: (step_id: string) => log.push(`go to ${step_id}`),
      update: ({ body }: Decision["edition"]) => log.push(`update to ${body.steps.map(({ id }) => id)}`),
      close(reason: EndReason) {
        log.push(`close ${reason}`);
        options.on({ kind: "ended", reason, suppress: false });
      },
    };
  };
  return { tours, openTour };
}

function setUp(answer: BootResponse | undefined) {
  const page = { href: "https://shop.example/orders", visible: true };
  const state = { answer, lane: true, broken: false, suppressions: [] as SuppressionFact[] };
  const said: ProgressMove[] = [];
  const noted: string[] = [];
  const chosen: unknown[] = [];
  const celebrated: string[] = [];
  const waiting: (() => void)[] = [];
  const { tours, openTour } = fakePlayer();
  const window = {
    get location() {
      return { href: page.href };
    },
    document: {
      get visibilityState() {
        return page.visible ? "visible" : "hidden";
      },
    },
    navigator: {
      locks: {
        request: async (_: string, options: unknown, task?: (lock: object | null) => unknown) => {
          if (typeof options === "function") return new Promise<void>((free) => waiting.push(free));
          return task?.(state.lane ? {} : null);
        },
      },
    },
  };
  const events = new Set<string>();
  const pauses = new Set<string>();
  let runs = 0;
  const stage = createGuide({
    clock: manualClock(),
    // The guide reads only what is written above.
    window: window as unknown as TourOptions["window"],
    decisions: { current: () => state.answer, now_ms: () => 1_000 },
    suppressions: { facts: () => state.suppressions },
    events,
    pauses,
    labels: {},
    lane: "lane",
    newRunId: () => `run_${++runs}`,
    loadPlayer: async () => (options) => {
      if (state.broken) throw new Error("The player is broken.");
      return openTour(options);
    },
    say: (move) => said.push(move),
    note: (name) => noted.push(name),
    choose: (subject, choice) => chosen.push({ ...subject, ...choice }),
    celebrate: (preset) => celebrated.push(preset),
    report() {},
  });
  const consider = async (): Promise<void> => {
    stage.consider();
    await settle();
  };
  const last = () => {
    const tour = tours.at(-1);
    if (tour === undefined) throw new Error("No tour was shown.");
    return tour;
  };
  return { page, state, said, noted, chosen, celebrated, waiting, tours, stage, events, pauses, consider, last };
}

const welcome = (change: Partial<Decision> = {}): BootResponse => boot({ decisions: [decision("welcome", change)] });
const moves = (said: readonly ProgressMove[]): string[] =>
  said.map((move) => {
    const more =
      move.action === "start" ? move.step_id : `${move.seq} ${move.action === "step" ? move.step_id : move.reason}`;
    return `${move.action} ${move.run_id} ${more}`;
  });

describe("the guide", () => {
  test("shows what may be shown, and says each move with the seq that it will meet", async () => {
    const { said, noted, consider, last } = setUp(welcome());
    await consider();
    last().tell({ kind: "step_completed", step_id: "one" });
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "step_shown", step_id: "one", index: 0 });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(moves(said)).toEqual(["start run_1 one", "step run_1 1 two", "step run_1 2 one", "end run_1 3 completed"]);
    expect(noted).toEqual([
      "tour_started",
      "tour_step_seen",
      "tour_step_completed",
      "tour_step_seen",
      "tour_step_seen",
      "tour_completed",
    ]);
  });

  test("shows the one of the highest priority, and the older of two", async () => {
    const { consider, last } = setUp(
      boot({
        decisions: [
          decision("low", { edition: edition({ priority: -1 }) }),
          decision("older", { edition: edition({ priority: 5 }) }),
          decision("newer", { edition: edition({ priority: 5 }) }),
        ],
      }),
    );
    await consider();
    expect(last().options.name).toBe("older");
  });

  test("shows one thing at a time, and the next when it has ended", async () => {
    const { tours, consider, last } = setUp(boot({ decisions: [decision("a"), decision("b")] }));
    await consider();
    await consider();
    expect(tours).toHaveLength(1);
    last().tell({ kind: "ended", reason: "close_button", suppress: false });
    await settle();
    expect(tours.map(({ options }) => options.name)).toEqual(["a", "b"]);
  });

  test("does not bring back by itself what the person has closed, though it may be shown", async () => {
    const { tours, stage, consider, last } = setUp(welcome());
    await consider();
    last().tell({ kind: "ended", reason: "close_button", suppress: false });
    await consider();
    expect(tours).toHaveLength(1);
    expect(await stage.start("welcome")).toEqual({ status: "shown" });
  });

  test("knows what was completed here before the server says so", async () => {
    const { stage, consider, last } = setUp(welcome());
    await consider();
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(await stage.start("welcome")).toEqual({ status: "refused", gate: "frequency" });
  });

  test("shows nothing in a tab that nobody looks at", async () => {
    const { page, tours, consider } = setUp(welcome());
    page.visible = false;
    await consider();
    expect(tours).toHaveLength(0);
    page.visible = true;
    await consider();
    expect(tours).toHaveLength(1);
  });

  test("waits while another tab shows something, and goes on when that tab lets go", async () => {
    const { state, tours, waiting, consider } = setUp(welcome());
    state.lane = false;
    await consider();
    expect(tours).toHaveLength(0);
    state.lane = true;
    waiting[0]?.();
    await settle();
    expect(tours).toHaveLength(1);
  });

  test("starts nothing by itself while the page pauses it", async () => {
    const { pauses, tours, consider } = setUp(welcome());
    pauses.add("checkout");
    await consider();
    expect(tours).toHaveLength(0);
    pauses.clear();
    await consider();
    expect(tours).toHaveLength(1);
  });

  test("starts on its event, and again when the event happens again", async () => {
    const trigger = { kind: "event", event: "order_shipped" } as const;
    const { events, tours, stage, consider, last } = setUp(
      welcome({ edition: edition({ trigger, frequency: { mode: "always" } }) }),
    );
    await consider();
    expect(tours).toHaveLength(0);
    events.add("order_shipped");
    stage.happened("order_shipped");
    await settle();
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    await consider();
    expect(tours).toHaveLength(1);
    stage.happened("order_shipped");
    await settle();
    expect(tours).toHaveLength(2);
  });

  test("resumes an open run where it stands, without telling that it started", async () => {
    const run = { run_id: "run_open", seq: 4, step_id: "two", version_id: "ver_welcome_1" };
    const { said, noted, consider, last } = setUp(welcome({ run, edition: edition({ trigger: { kind: "manual" } }) }));
    await consider();
    expect(last().options.step_id).toBe("two");
    expect(noted).toEqual(["tour_step_seen"]);
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(moves(said)).toEqual(["end run_open 4 completed"]);
  });

  test("says only steps that the run's own version has", async () => {
    const run = { run_id: "run_open", seq: 4, step_id: "one", version_id: "ver_welcome_0" };
    const { said, consider, last } = setUp(welcome({ run }));
    await consider();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(moves(said)).toEqual(["end run_open 4 completed"]);
  });

  test("changes a running tour in place when a new version is published", async () => {
    const { state, tours, consider, last } = setUp(welcome());
    await consider();
    state.answer = welcome({ version_id: "ver_welcome_2", edition: edition({ steps: ["one", "three"] }) });
    await consider();
    await consider();
    expect(tours).toHaveLength(1);
    expect(last().log).toEqual(["update to one,three"]);
  });

  test("ends what was unpublished", async () => {
    const { state, said, consider, last } = setUp(welcome());
    await consider();
    state.answer = boot();
    await consider();
    expect(last().log).toEqual(["close unpublished"]);
    expect(moves(said)).toEqual(["start run_1 one", "end run_1 1 unpublished"]);
  });

  test("takes away what is not for this page, and goes on with it where it is", async () => {
    const { page, tours, said, noted, consider, last } = setUp(
      welcome({ edition: edition({ targeting: { urls: { include: ["/orders*"], exclude: [] } } }) }),
    );
    await consider();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    page.href = "https://shop.example/help";
    await consider();
    expect(last().log).toEqual(["close navigation"]);
    page.href = "https://shop.example/orders/7";
    await consider();
    expect(tours).toHaveLength(2);
    expect(last().options.step_id).toBe("two");
    expect(moves(said)).toEqual(["start run_1 one", "step run_1 1 two"]);
    expect(noted.filter((name) => name === "tour_started")).toHaveLength(1);
    expect(noted).not.toContain("tour_dismissed");
  });

  test("takes away everything while the app is paused, without ending it", async () => {
    const { state, said, consider, last } = setUp(welcome());
    await consider();
    state.answer = boot({ app: { key: "key", paused: true, config_version: 2 } });
    await consider();
    expect(last().log).toEqual(["close navigation"]);
    state.answer = welcome();
    await consider();
    expect(moves(said)).toEqual(["start run_1 one"]);
  });

  test("takes away what was ended in another tab, without counting it again", async () => {
    const { state, tours, said, noted, consider } = setUp(welcome());
    await consider();
    state.answer = boot({ refused: [{ content_id: "cnt_welcome", slug: "welcome", gate: "frequency" }] });
    await consider();
    state.answer = welcome();
    await consider();
    expect(tours[0]?.log).toEqual(["close navigation"]);
    expect(tours).toHaveLength(1);
    expect(moves(said)).toEqual(["start run_1 one"]);
    expect(noted).not.toContain("tour_dismissed");
  });

  test("ends at once what the person chose not to see, in whichever tab", async () => {
    const { state, said, consider } = setUp(welcome());
    await consider();
    state.suppressions = [
      { scope: "content", target: "cnt_welcome", reason: "do_not_show_again", expires_at_ms: 2_000 },
    ];
    await consider();
    expect(moves(said).at(-1)).toBe("end run_1 1 do_not_show_again");
  });

  test("hands on 'Do not show again' with the tour's own number of days", async () => {
    const { chosen, noted, consider, last } = setUp(welcome());
    await consider();
    last().tell({ kind: "ended", reason: "do_not_show_again", suppress: true });
    expect(chosen).toEqual([{ scope: "content", target: "cnt_welcome", days: 365, reason: "do_not_show_again" }]);
    expect(noted.slice(-2)).toEqual(["tour_dismissed", "tour_suppressed"]);
  });

  test("celebrates what was completed, and only that", async () => {
    const body = { ...edition().body, celebrate_on_completed: "cannons" } as const;
    for (const [reason, expected] of [
      ["completed", ["cannons"]],
      ["close_button", []],
    ] as const) {
      const { celebrated, consider, last } = setUp(welcome({ edition: edition({ body }) }));
      await consider();
      last().tell({ kind: "ended", reason, suppress: false });
      expect(celebrated).toEqual([...expected]);
    }
  });

  test("goes where the run is when another device moved it", async () => {
    const { stage, said, consider, last } = setUp(welcome());
    await consider();
    const current: Run = {
      ...{ run_id: "run_other", content_id: "cnt_welcome", version_id: "ver_welcome_1" },
      ...{ seq: 6, step_id: "two", state: "active" },
    };
    stage.conflict(current);
    expect(last().log).toEqual(["go to two"]);
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(moves(said)).toEqual(["start run_1 one", "end run_other 6 completed"]);
  });

  test("takes away a run that another device ended", async () => {
    const { stage, noted, tours, consider, last } = setUp(welcome());
    await consider();
    stage.conflict({
      ...{ run_id: "run_1", content_id: "cnt_welcome", version_id: "ver_welcome_1" },
      ...{ seq: 3, step_id: "one", state: "completed" },
    });
    await consider();
    expect(last().log).toEqual(["close navigation"]);
    expect(tours).toHaveLength(1);
    expect(noted).not.toContain("tour_completed");
  });

  test("does not open again a run that it has ended, though an answer on its way calls it open", async () => {
    const { state, tours, stage, said, consider, last } = setUp(welcome());
    await consider();
    last().tell({ kind: "ended", reason: "close_button", suppress: false });
    state.answer = welcome({ run: { run_id: "run_1", seq: 1, step_id: "two", version_id: "ver_welcome_1" } });
    await consider();
    expect(tours).toHaveLength(1);
    await stage.start("welcome");
    expect(last().options.step_id).toBeNull();
    expect(moves(said).at(-1)).toBe("start run_2 one");
  });

  test("names the gate that stands in the way of a start", async () => {
    const { stage, pauses } = setUp(
      boot({
        decisions: [
          decision("here"),
          decision("there", { edition: edition({ targeting: { urls: { include: ["/there"], exclude: [] } } }) }),
        ],
        refused: [{ content_id: "cnt_gone", slug: "gone", gate: "suppressed" }],
      }),
    );
    expect(await stage.start("there")).toEqual({ status: "refused", gate: "url" });
    expect(await stage.start("gone")).toEqual({ status: "refused", gate: "suppressed" });
    expect(await stage.start("nowhere")).toEqual({ status: "refused", gate: "not_published" });
    pauses.add("checkout");
    expect(await stage.start("here")).toEqual({ status: "refused", gate: "host_paused" });
  });

  test("frees the screen when the player fails, and tells the page that it is unavailable", async () => {
    const { stage, state, tours } = setUp(welcome());
    state.broken = true;
    expect(await stage.start("welcome")).toEqual({ status: "refused", gate: "unavailable" });
    state.broken = false;
    expect(await stage.start("welcome")).toEqual({ status: "shown" });
    expect(tours).toHaveLength(1);
  });

  test("does not show what was stopped while its player was on its way", async () => {
    const { stage, tours } = setUp(welcome());
    stage.consider();
    stage.stop();
    await settle();
    expect(tours).toHaveLength(0);
  });

  test("sets aside what is shown when the page leaves, and resumes when it comes back", async () => {
    const { stage, tours, said, consider, last } = setUp(welcome());
    await consider();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    stage.leave();
    await consider();
    expect(tours).toHaveLength(1);
    stage.comeBack();
    await settle();
    expect(last().options.step_id).toBe("two");
    expect(moves(said)).toEqual(["start run_1 one", "step run_1 1 two"]);
  });

  test("keeps nothing of a person when another looks at the page", async () => {
    const { stage, tours, said, consider } = setUp(welcome());
    await consider();
    stage.forget();
    await consider();
    expect(tours).toHaveLength(2);
    expect(moves(said)).toEqual(["start run_1 one", "start run_2 one"]);
  });
});
