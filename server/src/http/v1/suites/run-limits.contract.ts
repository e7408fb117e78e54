import { describe, expect, test } from "bun:test";
import { endMove, postProgress, runIn, startMove, stepMove } from "../../../../test/support/run-moves.ts";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { addApp, appRecord, newRunId, startV1Server } from "../../../../test/support/v1-server.ts";

export function runLimitsContract(dialect: string, open: OpenStore): void {
  runContent(dialect, open);
  runOwnership(dialect, open);
}

function runContent(dialect: string, open: OpenStore): void {
  describe(`a run: content (${dialect})`, () => {
    test("starts and continues with a replaced version", async () => {
      await using server = await startV1Server(open);
      const old = await server.publish("welcome");
      const fresh = await server.publish("welcome");
      expect(fresh.version_id).not.toBe(old.version_id);
      const token = await server.token("u_42");
      const { run } = (await postProgress(server.browser(), startMove(server, old), token)).body;
      expect(run.version_id).toBe(old.version_id);
      expect((await postProgress(server.browser(), stepMove(run, "orders"), token)).status).toBe(200);
    });

    test("can end but not start after its content is unpublished", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("u_42");
      const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
      await server.unpublish("welcome");
      expect((await postProgress(server.browser(), endMove(run, "unpublished"), token)).body.run.state).toBe(
        "dismissed",
      );
      expect((await postProgress(server.browser(), startMove(server, tour), token)).body.code).toBe(
        "content_not_found",
      );
    });

    test("rejects an unknown content, version, step, run, or reason", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const other = await server.publish("orders");
      const token = await server.token("u_42");
      const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
      const code = async (body: Record<string, unknown>) =>
        (await postProgress(server.browser(), body, token)).body.code;
      const id = run.run_id.slice(4);
      expect(await code(startMove(server, tour, { content_id: `cnt_${id}` }))).toBe("content_not_found");
      expect(await code(startMove(server, tour, { version_id: `ver_${id}` }))).toBe("version_not_found");
      expect(await code(startMove(server, tour, { version_id: other.version_id }))).toBe("version_not_found");
      expect(await code(startMove(server, tour, { version_id: "1" }))).toBe("version_not_found");
      expect(await code(startMove(server, tour, { step_id: "no-such" }))).toBe("body_invalid");
      expect(await code(startMove(server, tour, { reason: "because" }))).toBe("body_invalid");
      expect(await code(startMove(server, tour, { run_id: "run_1" }))).toBe("body_invalid");
      expect(await code(stepMove(run, "no-such"))).toBe("body_invalid");
      expect(await code(stepMove({ run_id: newRunId(server), seq: 1 }, "orders"))).toBe("run_not_found");
      expect(await code(stepMove({ run_id: "run_1", seq: 1 }, "orders"))).toBe("run_not_found");
      expect(await code(stepMove({ ...run, seq: 0 }, "orders"))).toBe("body_invalid");
      expect(await code({ ...endMove(run, "escape"), state: "completed" })).toBe("body_invalid");
      expect(await server.count("runs")).toBe(1);
    });
  });
}

function runOwnership(dialect: string, open: OpenStore): void {
  describe(`a run: ownership (${dialect})`, () => {
    test("is not found for another person, even with a reused ID", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const [own, other] = [await server.token("u_42"), await server.token("u_43")];
      const start = startMove(server, tour);
      const { run } = (await postProgress(server.browser(), start, own)).body;
      expect((await postProgress(server.browser(), stepMove(run, "orders"), other)).body.code).toBe("run_not_found");
      expect((await postProgress(server.browser(), endMove(run, "escape"), other)).body.code).toBe("run_not_found");
      const taken = await postProgress(server.browser(), start, other);
      expect(taken.body.code).toBe("run_conflict");
      expect(runIn(taken)).toBeUndefined();
      const other_app = await addApp(
        server,
        appRecord({
          id: "1002" as never,
          key: "bakery-key" as never,
          secrets: [{ id: "b1", secret: "bread-and-butter-0123456789" }],
        }),
      );
      const token = await server.token("u_42", { aud: other_app.key }, "bread-and-butter-0123456789");
      expect(
        (await postProgress(server.browser({ key: "bakery-key" }), stepMove(run, "orders"), token)).body.code,
      ).toBe("run_not_found");
      expect((await server.store.db.selectFrom("runs").select("seq").execute())[0]?.seq).toBe(1);
    });

    test("works for an anonymous visitor, who is stored with the first move", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const browser = server.browser();
      const before = await browser.boot();
      expect(await server.count("people")).toBe(0);
      const { run } = (await postProgress(browser, startMove(server, tour))).body;
      const after = await browser.boot();
      expect(after.person).toEqual(before.person);
      expect(after.decisions[0]?.run?.run_id).toBe(run.run_id);
    });
  });
}
