import { describe, expect, test } from "bun:test";
import { personChannel } from "@fanfare/contract/channel";
import { END_REASONS, endState } from "@fanfare/contract/events";
import type { Run } from "@fanfare/contract/schema/v1";
import type { TemporaryStore } from "../store/testing.ts";
import { shown } from "./v1-browser.ts";
import { currentOf, endOf, move, startOf, stepOf } from "./v1-run-moves.ts";
import { v1House } from "./v1-testing.ts";

/** A run cannot be forked, over each database. */
export function progressContract(dialect: string, open: () => Promise<TemporaryStore>): void {
  describe(`a run (${dialect})`, () => {
    test("starts, moves and ends, its seq growing by one with each move", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const browser = house.browser();
      const start = startOf(house, tour);
      const started = await move(browser, start, token);
      expect(started.body.run).toEqual({
        run_id: start.run_id,
        ...tour,
        seq: 1,
        step_id: "hello",
        state: "active",
      });
      const moved = await move(browser, stepOf(started.body.run, "orders"), token);
      expect(moved.body.run).toMatchObject({ seq: 2, step_id: "orders", state: "active" });
      expect((await browser.boot(token)).decisions[0]?.run).toEqual({
        run_id: start.run_id,
        seq: 2,
        step_id: "orders",
        version_id: tour.version_id,
      });
      house.clock.advance(1_000);
      const ended = await move(browser, endOf(moved.body.run, "completed"), token);
      expect(ended.body.run).toMatchObject({ seq: 3, state: "completed" });
      const boot = await browser.boot(token);
      expect(boot.refused).toMatchObject([{ slug: "welcome", gate: "frequency" }]);
      const rows = await house.store.db.selectFrom("runs").selectAll().execute();
      expect(rows).toMatchObject([{ start_reason: "rule", end_reason: "completed", ended_at: house.clock.now() }]);
    });

    test("that two tabs move at once goes one way: one wins, the other hears where the run is", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const start = startOf(house, tour);
      const { run } = (await move(house.browser(), start, token)).body;
      const answers = await Promise.all([
        move(house.browser(), stepOf(run, "orders"), token),
        move(house.browser(), stepOf(run, "bye"), token),
        move(house.browser(), endOf(run, "escape"), token),
      ]);
      const won = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status }) => status === 409);
      expect([won.length, lost.length]).toEqual([1, 2]);
      for (const answer of lost) {
        expect(answer.body.code).toBe("run_conflict");
        expect(currentOf(answer)).toEqual(won[0]?.body.run as Run);
      }
    });

    test("that two tabs start at once is one run: the loser hears of it and can go on with it", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => move(house.browser(), startOf(house, tour), token)),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.body.code).toBe("run_conflict");
        expect(currentOf(answer)).toEqual(won[0]?.body.run as Run);
      }
      expect(await house.count("runs")).toBe(1);
      expect((await move(house.browser(), stepOf(won[0]?.body.run as Run, "orders"), token)).status).toBe(200);
    });

    test("started twice with one id, because the answer was lost, is started once", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const start = startOf(house, tour);
      const first = await move(house.browser(), start, token);
      expect((await move(house.browser(), start, token)).body).toEqual(first.body);
      const { run } = (await move(house.browser(), stepOf(first.body.run, "orders"), token)).body;
      await move(house.browser(), stepOf(run, "hello"), token);
      const late = await move(house.browser(), start, token);
      expect(late.body.code).toBe("run_conflict");
      expect(currentOf(late)).toMatchObject({ seq: 3, step_id: "hello" });
    });

    test("moved twice from the same place is refused the second time, also to the same step", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const { run } = (await move(house.browser(), startOf(house, tour), token)).body;
      await move(house.browser(), stepOf(run, "orders"), token);
      const again = await move(house.browser(), stepOf(run, "orders"), token);
      expect(again.status).toBe(409);
      expect(currentOf(again)).toMatchObject({ seq: 2, step_id: "orders" });
      const ahead = await move(house.browser(), stepOf({ ...run, seq: 7 }, "bye"), token);
      expect(ahead.status).toBe(409);
    });

    test("that has ended moves no more, and another can start", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const { run } = (await move(house.browser(), startOf(house, tour), token)).body;
      const ended = (await move(house.browser(), endOf(run, "escape"), token)).body.run;
      for (const body of [stepOf(ended, "orders"), endOf(ended, "completed"), endOf(run, "escape")]) {
        const refused = await move(house.browser(), body, token);
        expect(refused.status).toBe(409);
        expect(currentOf(refused)).toEqual(ended);
      }
      expect((await move(house.browser(), startOf(house, tour), token)).status).toBe(200);
    });

    test("ends in the state that its reason stands for, and counts for the frequency accordingly", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome", { frequency: { mode: "until_completed" } });
      for (const reason of END_REASONS) {
        const token = await house.token(`u_${reason}`);
        const { run } = (await move(house.browser(), startOf(house, tour), token)).body;
        expect((await move(house.browser(), endOf(run, reason), token)).body.run.state).toBe(endState(reason));
        expect(shown(await house.browser().boot(token))).toEqual(reason === "completed" ? [] : ["welcome"]);
      }
    });

    test("of a tour that is shown once hides it afterwards, however it ended", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome", { frequency: { mode: "once" } });
      for (const reason of ["completed", "escape", "target_missing"]) {
        const token = await house.token(`u_${reason}`);
        const { run } = (await move(house.browser(), startOf(house, tour), token)).body;
        expect(shown(await house.browser().boot(token))).toEqual(["welcome"]);
        await move(house.browser(), endOf(run, reason), token);
        expect(shown(await house.browser().boot(token))).toEqual([]);
      }
    });

    test("that ends is heard by the person's other pages", async () => {
      await using house = await v1House(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const { run } = (await move(house.browser(), startOf(house, tour), token)).body;
      const moved = (await move(house.browser(), stepOf(run, "orders"), token)).body.run;
      expect(house.signals).toEqual([]);
      await move(house.browser(), endOf(moved, "completed"), token);
      expect(house.signals).toEqual([
        {
          app_id: house.shop.id,
          channel: personChannel("u_42"),
          event: "person-changed",
          data: { kind: "runs", socket_id: null },
        },
      ]);
      await move(house.browser(), endOf(moved, "completed"), token);
      expect(house.signals).toHaveLength(1);
    });
  });
}
