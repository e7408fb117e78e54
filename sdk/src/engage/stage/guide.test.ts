import { describe, expect, test } from "bun:test";
import { boot, decision, edition, flushPromises } from "../../../test/support/fixtures.ts";
// Preload modules that are lazily loaded for another language, so that they're ready within a test's promise turns.
import "./wrapped-player.ts";
import "../../ui/text/locales.ts";
import "../../ui/text/locales/de.ts";
import { createGuideHarness as setUp, summarizeMoves, welcomeTour } from "../../../test/support/guide-harness.ts";

describe("guide", () => {
  test("shows eligible content and sends each move with the expected seq", async () => {
    const { moves, noted, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "step_completed", step_id: "one" });
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "step_shown", step_id: "one", index: 0 });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(summarizeMoves(moves)).toEqual([
      "start run_1 one",
      "step run_1 1 two",
      "step run_1 2 one",
      "end run_1 3 completed",
    ]);
    expect(noted).toEqual([
      "tour_started",
      "tour_step_seen",
      "tour_step_completed",
      "tour_step_seen",
      "tour_step_seen",
      "tour_completed",
    ]);
  });

  test("fetches a body that the response leaves out once, when it shows it", async () => {
    const outline = { type: "tour" as const, steps: [], suppression: { offered: false, days: 365 } };
    const answer = () =>
      boot({
        decisions: [
          decision("welcome", { edition: { ...edition(), body: outline }, body_path: "/v1/editions/1" }),
          decision("later", {
            edition: { ...edition({ trigger: { kind: "manual" } }), body: outline },
            body_path: "/v1/editions/2",
          }),
        ],
      });
    const { state, bodies, fetched, loads, moves, reevaluate, last, tours, stage } = setUp(answer());
    // Replaced meanwhile: the page asks for decisions again, once.
    await reevaluate();
    await reevaluate();
    expect([fetched.length, loads.length, tours.length]).toEqual([2, 1, 0]);
    bodies.set("/v1/editions/1", edition({ steps: ["hello", "bye"] }).body);
    await reevaluate();
    expect(last().options.edition.body).toMatchObject({ steps: [{ id: "hello" }, { id: "bye" }] });
    expect(summarizeMoves(moves)).toEqual(["start run_1 hello"]);
    state.answer = answer();
    await reevaluate();
    last().tell({ kind: "ended", reason: "escape", suppress: false });
    await stage.start("welcome");
    await flushPromises();
    expect([fetched.length, tours.length]).toEqual([3, 2]);
  });

  test("updates shown content when the body of its new version has arrived", async () => {
    const { state, bodies, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    bodies.set("/v1/editions/2", edition({ steps: ["one", "three"] }).body);
    const outline = { type: "tour" as const, steps: [], suppression: { offered: false, days: 365 } };
    state.answer = welcomeTour({
      version_id: "ver_welcome_2",
      edition: { ...edition(), body: outline },
      body_path: "/v1/editions/2",
    });
    await reevaluate();
    expect(last().log).toEqual(["update to one,three"]);
  });

  test("prefers the page's labels, then the content's language, then the page's", async () => {
    const wordsFor = async (locale: string | undefined, lang = "") => {
      const { reevaluate, last, html } = setUp(welcomeTour({ locale }));
      html.lang = lang;
      await reevaluate();
      const { next, close } = last().options.labels;
      return [next, close];
    };
    expect(await wordsFor("de-AT")).toEqual(["Weiter", "Schließen"]);
    expect(await wordsFor(undefined, "de")).toEqual(["Weiter", "Schließen"]);
    expect(await wordsFor("en-GB", "de")).toEqual([undefined, undefined]);
    expect(await wordsFor(undefined)).toEqual([undefined, undefined]);
    expect(await wordsFor("sv")).toEqual([undefined, undefined]);
  });

  test("counts a step that people advance from within a second as seen", async () => {
    const { sight, noted, unseen_names, moves, reevaluate, last } = setUp(welcomeTour());
    sight.clear = false;
    await reevaluate();
    expect(noted).toEqual([]);
    expect(summarizeMoves(moves)).toEqual(["start run_1 one"]);
    last().tell({ kind: "step_completed", step_id: "one" });
    expect(sight.unseen).toEqual([]);
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "step_completed", step_id: "two" });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(noted).toEqual([
      ...["tour_started", "tour_step_seen", "tour_step_completed", "tour_step_seen", "tour_step_completed"],
      "tour_completed",
    ]);
    expect([unseen_names, [...sight.stored]]).toEqual([[], []]);
  });

  test("reports content that was closed within a second as unseen, unless people hide it", async () => {
    const closed = setUp(welcomeTour());
    closed.sight.clear = false;
    await closed.reevaluate();
    closed.last().tell({ kind: "ended", reason: "escape", suppress: false });
    expect([closed.noted, closed.unseen_names]).toEqual([["tour_dismissed"], ["tour_dismissed"]]);
    const hidden = setUp(welcomeTour());
    hidden.sight.clear = false;
    await hidden.reevaluate();
    hidden.last().tell({ kind: "ended", reason: "do_not_show_again", suppress: true });
    expect([hidden.noted, hidden.unseen_names]).toEqual([
      ["tour_started", "tour_step_seen", "tour_dismissed", "tour_suppressed"],
      [],
    ]);
  });

  test("reports a run that was never visible as unseen, even across pages", async () => {
    const run = { run_id: "run_open", seq: 1, step_id: "one", version_id: "ver_welcome_1" };
    const { sight, noted, unseen_names, reevaluate, last } = setUp(welcomeTour({ run }));
    sight.stored.set("fanfare:unseen:cnt_welcome", "run_open");
    sight.clear = false;
    await reevaluate();
    last().tell({ kind: "ended", reason: "close_button", suppress: false });
    expect([noted, unseen_names]).toEqual([["tour_dismissed"], ["tour_dismissed"]]);
  });

  test("counts a run once on the next page if not visible before", async () => {
    const run = { run_id: "run_open", seq: 1, step_id: "one", version_id: "ver_welcome_1" };
    const { sight, noted, reevaluate, last } = setUp(welcomeTour({ run }));
    sight.stored.set("fanfare:unseen:cnt_welcome", "run_open");
    await reevaluate();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    expect(noted).toEqual(["tour_started", "tour_step_seen", "tour_step_seen"]);
    expect(sight.stored.size).toBe(0);
  });

  test("counts a run once in two tabs and without storage", async () => {
    const run = { run_id: "run_open", seq: 1, step_id: "one", version_id: "ver_welcome_1" };
    const tab = setUp(welcomeTour({ run }));
    tab.sight.stored.set("fanfare:unseen:cnt_welcome", "run_open");
    tab.sight.clear = false;
    await tab.reevaluate();
    // The other tab has reported the impression.
    tab.sight.stored.clear();
    tab.sight.unseen[0]?.();
    expect(tab.noted).toEqual(["tour_step_seen"]);
    const blocked = setUp(welcomeTour());
    blocked.sight.stored.set = () => blocked.sight.stored;
    await blocked.reevaluate();
    expect(blocked.noted).toEqual(["tour_started", "tour_step_seen"]);
  });

  test("reports the type of an error without its message", async () => {
    const { notices, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "ended", reason: "error", suppress: false, error: "TypeError: card of Ada Lovelace" });
    expect(notices.at(-1)).toMatchObject({ reason: "error", error: "TypeError" });
  });

  test("starts what the response lists first, also if only its code must load", async () => {
    const here = edition({ targeting: { urls: { include: ["/orders*"], exclude: [] } } });
    const { reevaluate, tours } = setUp(
      boot({ decisions: [decision("first", { edition: here }), decision("second")] }),
    );
    await reevaluate();
    await reevaluate();
    expect(tours.map(({ options }) => options.name)).toEqual(["first"]);
  });

  test("shows one item at a time and the next after the end", async () => {
    const { tours, reevaluate, last } = setUp(boot({ decisions: [decision("a"), decision("b")] }));
    await reevaluate();
    await reevaluate();
    expect(tours).toHaveLength(1);
    last().tell({ kind: "ended", reason: "close_button", suppress: false });
    await flushPromises();
    expect(tours.map(({ options }) => options.name)).toEqual(["a", "b"]);
  });

  test("doesn't reopen closed content automatically, even if eligible", async () => {
    const { tours, stage, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "ended", reason: "close_button", suppress: false });
    await reevaluate();
    expect(tours).toHaveLength(1);
    expect(await stage.start("welcome")).toEqual({ status: "shown" });
  });

  test("treats content completed here as completed before the server responds", async () => {
    const { stage, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(await stage.start("welcome")).toEqual({ status: "refused", gate: "frequency" });
  });

  test("waits for the content's delay, which starts when nothing else blocks", async () => {
    const { clock, tours, reevaluate } = setUp(welcomeTour({ edition: edition({ delay_ms: 500 }) }));
    await reevaluate();
    clock.advance(499);
    await reevaluate();
    expect(tours).toHaveLength(0);
    clock.advance(1);
    await flushPromises();
    expect(tours).toHaveLength(1);
  });

  test("shows nothing in a hidden tab", async () => {
    const { page, tours, reevaluate } = setUp(welcomeTour());
    page.visible = false;
    await reevaluate();
    expect(tours).toHaveLength(0);
    page.visible = true;
    await reevaluate();
    expect(tours).toHaveLength(1);
  });

  test("waits while another tab shows content and continues after that", async () => {
    const { state, tours, waiting, reevaluate } = setUp(welcomeTour());
    state.lane = false;
    await reevaluate();
    expect(tours).toHaveLength(0);
    state.lane = true;
    waiting[0]?.();
    await flushPromises();
    expect(tours).toHaveLength(1);
  });

  test("starts nothing automatically while paused by the page", async () => {
    const { pauses, tours, reevaluate } = setUp(welcomeTour());
    pauses.add("checkout");
    await reevaluate();
    expect(tours).toHaveLength(0);
    pauses.clear();
    await reevaluate();
    expect(tours).toHaveLength(1);
  });

  test("starts on its event and again on the next one", async () => {
    const trigger = { kind: "event", event: "order_shipped" } as const;
    const { events, tours, stage, reevaluate, last } = setUp(
      welcomeTour({ edition: edition({ trigger, frequency: { mode: "always" } }) }),
    );
    await reevaluate();
    expect(tours).toHaveLength(0);
    events.add("order_shipped");
    stage.onEvent("order_shipped");
    await flushPromises();
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    await reevaluate();
    expect(tours).toHaveLength(1);
    stage.onEvent("order_shipped");
    await flushPromises();
    expect(tours).toHaveLength(2);
  });

  test('passes "Do not show again" on with the tour\'s number of days', async () => {
    const { chosen, noted, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "ended", reason: "do_not_show_again", suppress: true });
    expect(chosen).toEqual([{ scope: "content", target: "cnt_welcome", days: 365, reason: "do_not_show_again" }]);
    expect(noted.slice(-2)).toEqual(["tour_dismissed", "tour_suppressed"]);
  });

  test('reports "Remind me later" with the tour\'s number of hours', async () => {
    const suppression = { offered: true, days: 365, snooze_hours: 24 };
    const { chosen, noted, reevaluate, last } = setUp(
      welcomeTour({ edition: edition({ body: { ...edition().body, suppression } }) }),
    );
    await reevaluate();
    last().tell({ kind: "ended", reason: "snoozed", suppress: false, snooze: true });
    expect(chosen).toEqual([{ scope: "content", target: "cnt_welcome", days: 1, reason: "snoozed" }]);
    expect(noted.slice(-2)).toEqual(["tour_dismissed", "tour_snoozed"]);
  });

  test("celebrates only completed content", async () => {
    const body = { ...edition().body, celebrate_on_completed: "cannons" } as const;
    for (const [reason, expected] of [
      ["completed", ["cannons"]],
      ["close_button", []],
    ] as const) {
      const { celebrated, reevaluate, last } = setUp(welcomeTour({ edition: edition({ body }) }));
      await reevaluate();
      last().tell({ kind: "ended", reason, suppress: false });
      expect(celebrated).toEqual([...expected]);
    }
  });

  test("returns the gate that blocks a start", async () => {
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

  test("frees the screen when the player fails and reports unavailable", async () => {
    const { stage, state, tours } = setUp(welcomeTour());
    state.broken = true;
    expect(await stage.start("welcome")).toEqual({ status: "refused", gate: "unavailable" });
    state.broken = false;
    expect(await stage.start("welcome")).toEqual({ status: "shown" });
    expect(tours).toHaveLength(1);
  });

  test("shows content once when requested while starting automatically", async () => {
    const { stage, tours } = setUp(welcomeTour());
    stage.reevaluate();
    expect(await stage.start("welcome")).toEqual({ status: "shown" });
    expect(await stage.start("cnt_welcome")).toEqual({ status: "shown" });
    expect(tours).toHaveLength(1);
  });

  test("doesn't show content that was stopped while its player was loading", async () => {
    const { stage, tours } = setUp(welcomeTour());
    stage.reevaluate();
    stage.stop();
    await flushPromises();
    expect(tours).toHaveLength(0);
  });

  test("forwards events and page changes to open content", async () => {
    const { stage, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().received.length = 0;
    stage.onEvent("order_shipped");
    expect(last().received).toEqual(["order_shipped", ""]);
  });

  test("waits for page actions of content and isolates their errors", async () => {
    const { actions, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    const done: string[] = [];
    actions.set("open-menu", async () => {
      await flushPromises();
      done.push("open");
    });
    actions.set("broken", () => {
      throw new Error("The page's own.");
    });
    const { act } = last().options;
    await act({ kind: "host", name: "open-menu" });
    expect(done).toEqual(["open"]);
    await act({ kind: "host", name: "broken" });
    await act({ kind: "host", name: "nobody knows" });
  });
});
