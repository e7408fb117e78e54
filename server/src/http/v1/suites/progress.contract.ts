import { describe, expect, test } from "bun:test";
import { END_REASONS, type EndReason, endState } from "@fanfare/contract/events/events";
import { DAY_MS } from "@fanfare/contract/limits";
import { personChannel } from "@fanfare/contract/realtime/channel";
import type { Run } from "@fanfare/contract/schema/client/v1";
import { endMove, postProgress, runIn, startMove, stepMove } from "../../../../test/support/run-moves.ts";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { shown } from "../../../../test/support/v1-browser.ts";
import { startV1Server } from "../../../../test/support/v1-server.ts";

export function progressContract(dialect: string, open: OpenStore): void {
  runMoves(dialect, open);
  concurrentRuns(dialect, open);
  endedRuns(dialect, open);
}

function runMoves(dialect: string, open: OpenStore): void {
  describe(`a run: moves (${dialect})`, () => {
    test("starts, moves, and ends, with seq growing by 1 for each move", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const browser = server.browser();
      const start = startMove(server, tour);
      const started = await postProgress(browser, start, token);
      expect(started.body.run).toEqual({
        run_id: start.run_id,
        ...tour,
        seq: 1,
        step_id: "hello",
        state: "active",
      });
      const moved = await postProgress(browser, stepMove(started.body.run, "orders"), token);
      expect(moved.body.run).toMatchObject({ seq: 2, step_id: "orders", state: "active" });
      expect((await browser.boot(token)).decisions[0]?.run).toEqual({
        run_id: start.run_id,
        seq: 2,
        step_id: "orders",
        version_id: tour.version_id,
      });
      server.clock.advance(1_000);
      const ended = await postProgress(browser, endMove(moved.body.run, "completed"), token);
      expect(ended.body.run).toMatchObject({ seq: 3, state: "completed" });
      const boot = await browser.boot(token);
      expect(boot.refused).toMatchObject([{ slug: "welcome", gate: "frequency" }]);
      const rows = await server.store.db.selectFrom("runs").selectAll().execute();
      expect(rows).toMatchObject([{ start_reason: "rule", end_reason: "completed", ended_at: server.clock.now() }]);
    });

    test("rejects a second move from the same position, even to the same step", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
      await postProgress(server.browser(), stepMove(run, "orders"), token);
      const again = await postProgress(server.browser(), stepMove(run, "orders"), token);
      expect(again.status).toBe(409);
      expect(runIn(again)).toMatchObject({ seq: 2, step_id: "orders" });
      const ahead = await postProgress(server.browser(), stepMove({ ...run, seq: 7 }, "bye"), token);
      expect(ahead.status).toBe(409);
    });

    test("can't move after its end, and another one can start", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
      const ended = (await postProgress(server.browser(), endMove(run, "escape"), token)).body.run;
      for (const body of [stepMove(ended, "orders"), endMove(ended, "completed"), endMove(run, "escape")]) {
        const refused = await postProgress(server.browser(), body, token);
        expect(refused.status).toBe(409);
        expect(runIn(refused)).toEqual(ended);
      }
      expect((await postProgress(server.browser(), startMove(server, tour), token)).status).toBe(200);
    });
  });
}

function concurrentRuns(dialect: string, open: OpenStore): void {
  describe(`a run: several tabs (${dialect})`, () => {
    test("accepts one of two simultaneous moves and returns the position to the other", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const start = startMove(server, tour);
      const { run } = (await postProgress(server.browser(), start, token)).body;
      const answers = await Promise.all([
        postProgress(server.browser(), stepMove(run, "orders"), token),
        postProgress(server.browser(), stepMove(run, "bye"), token),
        postProgress(server.browser(), endMove(run, "escape"), token),
      ]);
      const won = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status }) => status === 409);
      expect([won.length, lost.length]).toEqual([1, 2]);
      for (const answer of lost) {
        expect(answer.body.code).toBe("run_conflict");
        expect(runIn(answer)).toEqual(won[0]?.body.run as Run);
      }
    });

    test("is shared when two tabs start at the same time", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => postProgress(server.browser(), startMove(server, tour), token)),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.body.code).toBe("run_conflict");
        expect(runIn(answer)).toEqual(won[0]?.body.run as Run);
      }
      expect(await server.count("runs")).toBe(1);
      expect((await postProgress(server.browser(), stepMove(won[0]?.body.run as Run, "orders"), token)).status).toBe(
        200,
      );
    });

    test("starts once when the same start is retried", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const start = startMove(server, tour);
      const first = await postProgress(server.browser(), start, token);
      expect((await postProgress(server.browser(), start, token)).body).toEqual(first.body);
      const { run } = (await postProgress(server.browser(), stepMove(first.body.run, "orders"), token)).body;
      await postProgress(server.browser(), stepMove(run, "hello"), token);
      const late = await postProgress(server.browser(), start, token);
      expect(late.body.code).toBe("run_conflict");
      expect(runIn(late)).toMatchObject({ seq: 3, step_id: "hello" });
    });
  });
}

function endedRuns(dialect: string, open: OpenStore): void {
  describe(`a run: ending (${dialect})`, () => {
    test("ends in the state of its reason and counts for the frequency", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome", { frequency: { mode: "until_completed" } });
      for (const reason of END_REASONS) {
        const token = await server.token(`u_${reason}`);
        const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
        expect((await postProgress(server.browser(), endMove(run, reason), token)).body.run.state).toBe(
          endState(reason),
        );
        expect(shown(await server.browser().boot(token))).toEqual(reason === "completed" ? [] : ["welcome"]);
      }
    });

    test('hides a tour with the frequency "once" after any end', async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome", { frequency: { mode: "once" } });
      for (const reason of ["completed", "escape", "target_missing"]) {
        const token = await server.token(`u_${reason}`);
        const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
        expect(shown(await server.browser().boot(token))).toEqual(["welcome"]);
        await postProgress(server.browser(), endMove(run, reason), token);
        expect(shown(await server.browser().boot(token))).toEqual([]);
      }
    });

    test("counts content as dismissed for conditions only if it didn't fail", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome", { frequency: { mode: "once" } });
      const rule = { kind: "content", content_id: tour.content_id, state: "dismissed" } as const;
      await server.publish("again", { targeting: { urls: { include: [], exclude: [] }, audience: rule } });
      const shownAfter = async (reason: EndReason) => {
        const token = await server.token(`u_${reason}`);
        const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
        await postProgress(server.browser(), endMove(run, reason), token);
        return shown(await server.browser().boot(token));
      };
      for (const reason of ["escape", "do_not_show_again"] as const) {
        expect([reason, await shownAfter(reason)]).toEqual([reason, ["again"]]);
      }
      for (const reason of ["completed", "target_missing", "error"] as const) {
        expect([reason, await shownAfter(reason)]).toEqual([reason, []]);
      }
    });

    test("shows a tour at most as often as its frequency allows within the period, until it's reset", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome", { frequency: { mode: "always", limit: { times: 2, days: 7 } } });
      let token = await server.token("u_42");
      const view = async (): Promise<number> => {
        const { status, body } = await postProgress(server.browser(), startMove(server, tour), token);
        if (status === 200) await postProgress(server.browser(), endMove(body.run, "escape"), token);
        return status;
      };
      expect(await view()).toBe(200);
      expect((await server.browser().boot(token)).decisions).toMatchObject([{ slug: "welcome", cap_left: 1 }]);
      expect(await view()).toBe(200);
      expect(await server.browser().boot(token)).toMatchObject({
        ...{ decisions: [], refused: [{ slug: "welcome", gate: "cap_group" }] },
      });
      expect(await view()).toBe(409);
      await server.store.write([
        { query: server.store.db.updateTable("runs").set({ reset_at: server.clock.now() }).compile() },
      ]);
      expect(await view()).toBe(200);
      server.clock.advance(7 * DAY_MS);
      token = await server.token("u_42");
      expect([await view(), await view(), await view()]).toEqual([200, 200, 409]);
    });

    test("notifies the person's other pages of its end", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
      const moved = (await postProgress(server.browser(), stepMove(run, "orders"), token)).body.run;
      expect(server.signals).toEqual([]);
      await postProgress(server.browser(), endMove(moved, "completed"), token);
      expect(server.signals).toEqual([
        {
          app_id: server.shop.id,
          channel: personChannel("u_42"),
          event: "person-changed",
          data: { kind: "runs", socket_id: null },
        },
      ]);
      await postProgress(server.browser(), endMove(moved, "completed"), token);
      expect(server.signals).toHaveLength(1);
    });
  });
}
