import { describe, expect, test } from "bun:test";
import { endMove, postProgress, runIn, startMove, stepMove } from "../../../test/support/run-moves.ts";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import { addApp, appRecord, newRunId, startV1Server } from "../../../test/support/v1-server.ts";

/** Which runs there can be, and whose, over each database. */
export function runLimitsContract(dialect: string, open: () => Promise<TemporaryStore>): void {
  describe(`a run (${dialect})`, () => {
    test("of a version that was replaced meanwhile starts and goes on", async () => {
      await using house = await startV1Server(open);
      const old = await house.publish("welcome");
      const fresh = await house.publish("welcome");
      expect(fresh.version_id).not.toBe(old.version_id);
      const token = await house.token("u_42");
      const { run } = (await postProgress(house.browser(), startMove(house, old), token)).body;
      expect(run.version_id).toBe(old.version_id);
      expect((await postProgress(house.browser(), stepMove(run, "orders"), token)).status).toBe(200);
    });

    test("that is open when its content is unpublished can still be ended, but none can start", async () => {
      await using house = await startV1Server(open);
      const tour = await house.publish("welcome");
      const token = await house.token("u_42");
      const { run } = (await postProgress(house.browser(), startMove(house, tour), token)).body;
      await house.unpublish("welcome");
      expect((await postProgress(house.browser(), endMove(run, "unpublished"), token)).body.run.state).toBe(
        "dismissed",
      );
      expect((await postProgress(house.browser(), startMove(house, tour), token)).body.code).toBe("content_not_found");
    });

    test("is refused for what does not exist: content, version, step, run, reason", async () => {
      await using house = await startV1Server(open);
      const tour = await house.publish("welcome");
      const other = await house.publish("orders");
      const token = await house.token("u_42");
      const { run } = (await postProgress(house.browser(), startMove(house, tour), token)).body;
      const code = async (body: Record<string, unknown>) =>
        (await postProgress(house.browser(), body, token)).body.code;
      const id = run.run_id.slice(4);
      expect(await code(startMove(house, tour, { content_id: `cnt_${id}` }))).toBe("content_not_found");
      expect(await code(startMove(house, tour, { version_id: `ver_${id}` }))).toBe("version_not_found");
      expect(await code(startMove(house, tour, { version_id: other.version_id }))).toBe("version_not_found");
      expect(await code(startMove(house, tour, { version_id: "1" }))).toBe("version_not_found");
      expect(await code(startMove(house, tour, { step_id: "no-such" }))).toBe("body_invalid");
      expect(await code(startMove(house, tour, { reason: "because" }))).toBe("body_invalid");
      expect(await code(startMove(house, tour, { run_id: "run_1" }))).toBe("body_invalid");
      expect(await code(stepMove(run, "no-such"))).toBe("body_invalid");
      expect(await code(stepMove({ run_id: newRunId(house), seq: 1 }, "orders"))).toBe("run_not_found");
      expect(await code(stepMove({ run_id: "run_1", seq: 1 }, "orders"))).toBe("run_not_found");
      expect(await code(stepMove({ ...run, seq: 0 }, "orders"))).toBe("body_invalid");
      expect(await code({ ...endMove(run, "escape"), state: "completed" })).toBe("body_invalid");
      expect(await house.count("runs")).toBe(1);
    });

    test("of somebody else is not spoken of: neither moved, ended, nor shown when its id is used again", async () => {
      await using house = await startV1Server(open);
      const tour = await house.publish("welcome");
      const [own, other] = [await house.token("u_42"), await house.token("u_43")];
      const start = startMove(house, tour);
      const { run } = (await postProgress(house.browser(), start, own)).body;
      expect((await postProgress(house.browser(), stepMove(run, "orders"), other)).body.code).toBe("run_not_found");
      expect((await postProgress(house.browser(), endMove(run, "escape"), other)).body.code).toBe("run_not_found");
      const taken = await postProgress(house.browser(), start, other);
      expect(taken.body.code).toBe("run_conflict");
      expect(runIn(taken)).toBeUndefined();
      const bakery = await addApp(
        house,
        appRecord({
          id: "1002" as never,
          key: "bakery-key" as never,
          secrets: [{ id: "b1", secret: "bread-and-butter-0123456789" }],
        }),
      );
      const token = await house.token("u_42", { aud: bakery.key }, "bread-and-butter-0123456789");
      expect((await postProgress(house.browser({ key: "bakery-key" }), stepMove(run, "orders"), token)).body.code).toBe(
        "run_not_found",
      );
      expect((await house.store.db.selectFrom("runs").select("seq").execute())[0]?.seq).toBe(1);
    });

    test("of an anonymous person works the same, and makes the person with its first move", async () => {
      await using house = await startV1Server(open);
      const tour = await house.publish("welcome");
      const browser = house.browser();
      const before = await browser.boot();
      expect(await house.count("people")).toBe(0);
      const { run } = (await postProgress(browser, startMove(house, tour))).body;
      const after = await browser.boot();
      expect(after.person).toEqual(before.person);
      expect(after.decisions[0]?.run?.run_id).toBe(run.run_id);
    });
  });
}
