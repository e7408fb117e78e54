import { describe, expect, test } from "bun:test";
import type { ChecklistBody, GroupProgress } from "@fanfare/contract/content/checklist";
import { systemRng } from "@fanfare/contract/lib/rng";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import type { Decision, ProgressResponse } from "@fanfare/contract/schema/client/v1";
import fc from "fast-check";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { newEventId, newRunId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { createPublished } from "../../../engage/decide/published-cache.ts";
import { explain } from "../../../engage/explain/explain.ts";
import { silentLog } from "../../../lib/log.ts";
import { writeVerifiedGroup } from "../../../people/groups/verified-group.ts";
import { erasePerson } from "../../../people/person/erase-person.ts";
import { findPerson, unverifiedCaller } from "../../../people/person/find-person.ts";
import { toIso } from "../../../store/columns.ts";

const TASKS = ["profile", "invite", "order"] as const;
type TaskId = (typeof TASKS)[number];

function sharedBody(group_progress?: GroupProgress): ChecklistBody {
  return {
    type: "checklist",
    title: "Set up your company",
    blocks: [],
    tasks: [
      { id: "profile", title: "Add a logo", blocks: [], done_when: { kind: "person" } },
      { id: "invite", title: "Invite a colleague", blocks: [], done_when: { kind: "person" } },
      { id: "order", title: "Order", blocks: [], done_when: { kind: "event", event: "ordered" } },
    ],
    opens: "open",
    suppression: { offered: true, days: 365 },
    ...(group_progress === undefined ? {} : { group_progress }),
  };
}

/** One person with a page of their own. `groups`: those of their identity token; none without a token. */
function member(server: V1Server, sub: string, groups?: readonly string[]) {
  const token = groups === undefined ? undefined : server.token(sub, { groups });
  const call = async <Body>(path: string, body: object) =>
    server.browser().call<Body>("POST", path, {
      body: { ...body, ...(token === undefined ? { external_id: sub } : {}) },
      token: await token,
    });
  const run_id = newRunId(server);
  const decision = async (): Promise<Decision | undefined> => {
    const { decisions } =
      token === undefined ? (await server.browser().identify(sub)).body : await server.browser().boot(await token);
    return decisions.find(({ slug }) => slug === "setup");
  };
  return {
    decision,
    done: async () => (await decision())?.done ?? [],
    async starts(step_id = "checklist") {
      const { content_id, version_id } = (await decision()) ?? {};
      const move = { action: "start", run_id, content_id, version_id, step_id, reason: "rule" };
      return call<ProgressResponse>("progress", move);
    },
    does: (step_id: TaskId) => call<ProgressResponse>("progress", { action: "step", run_id, seq: 1, step_id }),
    ends: (reason: string) => call("progress", { action: "end", run_id, seq: 1, reason }),
    happens: (name: string) =>
      call("events", { events: [{ id: newEventId(server), name, at: toIso(server.clock.now()) }] }),
  };
}

const channelsSignaled = ({ signals }: V1Server) =>
  signals.filter(({ event }) => event === PERSON_CHANGED).map(({ channel }) => channel);

const storedTasks = async ({ store: { db } }: V1Server) =>
  db
    .selectFrom("group_tasks")
    .innerJoin("groups", "groups.id", "group_tasks.group_id")
    .select(["groups.external_id", "task_id", "done_by"])
    .orderBy("groups.external_id")
    .orderBy("task_id")
    .execute();

export function groupProgressContract(dialect: string, open: OpenStore): void {
  sharing(dialect, open);
  limitsOfSharing(dialect, open);
  unionOfMoves(dialect, open);
}

function sharing(dialect: string, open: OpenStore): void {
  describe(`progress of a group (${dialect})`, () => {
    test("counts a task that one person did for everyone in the group, once", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const [ann, ben, cem] = [
        member(server, "ann", ["acme"]),
        member(server, "ben", ["acme"]),
        member(server, "cem", ["globex"]),
      ];
      await Promise.all([ann.starts(), ben.starts(), cem.starts()]);
      await ann.does("invite");
      await ann.does("invite");
      expect(await ben.decision()).toMatchObject({ done: ["invite"], group_done: ["invite"] });
      expect((await ben.decision())?.run).not.toHaveProperty("done");
      const own = await ann.decision();
      expect(own?.done).toEqual(["invite"]);
      expect(own).not.toHaveProperty("group_done");
      expect(await cem.done()).toEqual([]);
      await ben.does("profile");
      expect(await ann.done()).toEqual(["profile", "invite"]);
      expect(await storedTasks(server)).toMatchObject([
        { external_id: "acme", task_id: "invite" },
        { external_id: "acme", task_id: "profile" },
      ]);
      expect(JSON.stringify(await ben.decision())).not.toContain("group_progress");
    });

    test("signals the group's open pages, and no others", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const [ann, ben, cem] = [
        member(server, "ann", ["acme"]),
        member(server, "ben", ["acme"]),
        member(server, "cem", ["globex"]),
      ];
      await Promise.all([ann.starts(), ben.decision(), cem.decision()]);
      server.signals.length = 0;
      await ann.does("invite");
      expect(new Set(channelsSignaled(server))).toEqual(new Set(["private-fanfare-ann", "private-fanfare-ben"]));
      server.signals.length = 0;
      await ben.starts("invite");
      expect(channelsSignaled(server)).toEqual([]);
    });

    test("counts events of verified people, also of those who closed the checklist", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const [ann, ben] = [member(server, "ann", ["acme"]), member(server, "ben", ["acme"])];
      await ann.starts();
      await ann.ends("close_button");
      await ben.starts();
      server.signals.length = 0;
      await ann.happens("something_else");
      expect(channelsSignaled(server)).toEqual([]);
      await ann.happens("ordered");
      expect(channelsSignaled(server)).toContain("private-fanfare-ben");
      expect(await ben.decision()).toMatchObject({ done: ["order"], group_done: ["order"] });
      server.signals.length = 0;
      await ann.happens("ordered");
      expect(channelsSignaled(server)).not.toContain("private-fanfare-ben");
    });

    test("uses the stored memberships of people whose token names no group", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      for (const external_id of ["ann", "ben"]) {
        const caller = { kind: "verified", external_id, channel_id: external_id } as const;
        const acme = { external_id: "acme", attributes: {}, membership: {} };
        await writeVerifiedGroup(serverDeps(server), server.shop, caller, acme);
      }
      const [ann, ben] = [member(server, "ann", []), member(server, "ben", [])];
      await Promise.all([ann.starts(), ben.starts()]);
      server.signals.length = 0;
      await ann.does("invite");
      expect(channelsSignaled(server)).toContain("private-fanfare-ben");
      expect(await ben.done()).toEqual(["invite"]);
    });

    test("isn't shown to people who start after the group has done all tasks", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const [ann, ben] = [member(server, "ann", ["acme"]), member(server, "ben", ["acme"])];
      await Promise.all([ann.starts(), ben.starts()]);
      for (const task of TASKS) await ann.does(task);
      // Who has started it sees it complete.
      expect((await ben.decision())?.done).toEqual([...TASKS]);
      expect(await member(server, "dan", ["acme"]).decision()).toBeUndefined();
      expect((await member(server, "eve", ["globex"]).decision())?.done).toBeUndefined();
    });

    test("counts tasks done before the checklist was shared", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody() });
      const [ann, ben] = [member(server, "ann", ["acme"]), member(server, "ben", ["acme"])];
      await Promise.all([ann.starts(), ben.starts()]);
      await ann.does("invite");
      expect(await ben.done()).toEqual([]);
      await server.publish("setup", { body: sharedBody({}) });
      server.signals.length = 0;
      await ben.decision();
      await ann.decision();
      expect(channelsSignaled(server)).toContain("private-fanfare-ben");
      expect(await ben.done()).toEqual(["invite"]);
    });

    test("counts tasks that a person did as a visitor, once they are identified", async () => {
      await using server = await startV1Server(open);
      const published = await server.publish("setup", { body: sharedBody({}) });
      const visitor = await server.visitor();
      const run_id = newRunId(server);
      const start = { action: "start", run_id, ...published, step_id: "invite", reason: "rule" };
      await visitor.call("POST", "progress", { body: { ...start, ...visitor.anonymousIdentity } });
      expect(await server.count("group_tasks")).toBe(0);
      await visitor.identify("ann", await server.token("ann", { groups: ["acme"] }));
      expect(await member(server, "ben", ["acme"]).done()).toEqual(["invite"]);
    });

    test("leaves tasks of one group there when the person opens another", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const ann = member(server, "ann", ["acme"]);
      await ann.starts();
      await ann.does("invite");
      const abroad = member(server, "ann", ["globex"]);
      expect(await abroad.done()).toEqual(["invite"]);
      expect(await member(server, "cem", ["globex"]).done()).toEqual([]);
      await abroad.decision();
      expect(await storedTasks(server)).toMatchObject([{ external_id: "acme" }]);
    });

    test("stays without the name when a person is erased", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const [ann, ben] = [member(server, "ann", ["acme"]), member(server, "ben", ["acme"])];
      await Promise.all([ann.starts(), ben.starts()]);
      await ann.does("invite");
      const publish = () => {};
      await erasePerson({ ...serverDeps(server), publish }, server.shop, "ann", null);
      expect(await ben.done()).toEqual(["invite"]);
      expect(await storedTasks(server)).toEqual([{ external_id: "acme", task_id: "invite", done_by: null }]);
    });

    test("ends with its group, and with its content", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await server.publish("setup", { body: sharedBody({}) });
      const ann = member(server, "ann", ["acme", "emea"]);
      await ann.starts();
      await ann.does("invite");
      const { db } = server.store;
      await server.store.write([{ query: db.deleteFrom("groups").where("external_id", "=", "acme").compile() }]);
      expect(await storedTasks(server)).toMatchObject([{ external_id: "emea" }]);
      await server.store.write([{ query: db.deleteFrom("contents").where("id", "=", content_id).compile() }]);
      expect(await server.count("group_tasks")).toBe(0);
    });
  });
}

function limitsOfSharing(dialect: string, open: OpenStore): void {
  describe(`who shares progress (${dialect})`, () => {
    test("neither reads nor changes a group's progress for an unverified person", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const ann = member(server, "ann", ["acme"]);
      await ann.starts();
      await ann.does("invite");
      // The backend put an unverified person into the group, whose name anyone can use.
      const mallory = member(server, "mallory");
      await mallory.starts();
      const person = await findPerson(serverDeps(server), server.shop, unverifiedCaller("mallory"));
      const group = await server.store.db.selectFrom("groups").select("id").executeTakeFirstOrThrow();
      const membership = { person_id: person.id, group_id: group.id, attributes: "{}", created_at: 0 };
      await server.store.write([{ query: server.store.db.insertInto("memberships").values(membership).compile() }]);
      expect(await mallory.done()).toEqual([]);
      await mallory.does("profile");
      await mallory.happens("ordered");
      expect(await mallory.done()).toEqual(["profile", "order"]);
      expect(await ann.done()).toEqual(["invite"]);
    });

    test("gives a visitor who was merged into a person no access to the group", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const ann = member(server, "ann", ["acme"]);
      await ann.starts();
      await ann.does("invite");
      const visitor = await server.visitor();
      const token = await server.token("ann", { groups: ["acme"] });
      await visitor.identify("ann", token);
      const { decisions } = await visitor.boot();
      expect(decisions.find(({ slug }) => slug === "setup")?.done).toBeUndefined();
      const event = { id: newEventId(server), name: "ordered", at: toIso(server.clock.now()) };
      await visitor.call("POST", "events", { body: { events: [event], ...visitor.anonymousIdentity } });
      expect(await member(server, "ben", ["acme"]).done()).toEqual(["invite"]);
    });

    test("shares only with groups that have the attribute", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({ only: { attribute: "type", value: "company" } }) });
      const token = await server.token("ann", { groups: ["acme", "team-1"] });
      for (const [external_id, type] of [
        ["acme", "company"],
        ["team-1", "team"],
      ]) {
        await server.browser().call("POST", "group", { body: { external_id, attributes: { type } }, token });
      }
      const ann = member(server, "ann", ["acme", "team-1", "unknown"]);
      await ann.starts();
      await ann.does("invite");
      expect(await member(server, "ben", ["acme"]).done()).toEqual(["invite"]);
      expect(await member(server, "cem", ["team-1", "unknown"]).done()).toEqual([]);
    });

    test("shares nothing once the author turned it off", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const [ann, ben] = [member(server, "ann", ["acme"]), member(server, "ben", ["acme"])];
      await Promise.all([ann.starts(), ben.starts()]);
      await ann.does("invite");
      await server.publish("setup", { body: sharedBody() });
      expect(await ben.done()).toEqual([]);
      await ann.does("profile");
      expect(await storedTasks(server)).toHaveLength(1);
    });

    test("explains with which group, or why with none", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const ann = member(server, "ann", ["acme"]);
      await ann.starts();
      for (const task of TASKS) await ann.does(task);
      const about = async (external_id: string, verified: boolean, groups: readonly string[]) => {
        const deps = serverDeps(server);
        const caller = verified
          ? ({ kind: "verified", external_id, channel_id: external_id } as const)
          : unverifiedCaller(external_id);
        const app = server.records[0] ?? server.shop;
        const person = await findPerson(deps, app, caller);
        const published = createPublished({ ...deps, log: silentLog });
        const subject = { person, call_context: { groups, context: {} } };
        const question = { content: "setup", url: undefined, now_ms: server.clock.now() };
        const { result } = await explain({ ...deps, published }, app, subject, question);
        return result.evidence.find(({ gate }) => gate === "tasks");
      };
      expect(await about("ben", true, ["acme"])).toMatchObject({
        status: "block",
        causes: [{ code: "tasks_done_by_group" }, { code: "progress_shared", values: { group: "acme", tasks: 3 } }, {}],
      });
      expect(await about("ben", true, [])).toMatchObject({
        status: "pass",
        causes: [{ code: "progress_no_group" }, {}],
      });
      expect(await about("zoe", false, [])).toMatchObject({ causes: [{ code: "progress_unverified" }, {}] });
    });
  });
}

function unionOfMoves(dialect: string, open: OpenStore): void {
  describe(`moves in any order (${dialect})`, () => {
    test("a group's progress is the union of what its members did", async () => {
      await using server = await startV1Server(open);
      await server.publish("setup", { body: sharedBody({}) });
      const people = fc.constantFrom("p0", "p1", "p2", "p3");
      const moves = fc.array(fc.record({ who: people, task: fc.constantFrom(...TASKS), together: fc.boolean() }), {
        maxLength: 8,
      });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(moves, async (list) => {
          round++;
          const groupOf = (who: string) => `g${round}-${who < "p2" ? "a" : "b"}`;
          const members = new Map(
            ["p0", "p1", "p2", "p3"].map((who) => [who, member(server, `${who}-${round}`, [groupOf(who)])]),
          );
          for (const each of members.values()) await each.starts();
          let pending: Promise<unknown>[] = [];
          for (const { who, task, together } of list) {
            const move = task === "order" ? members.get(who)?.happens("ordered") : members.get(who)?.does(task);
            pending.push(Promise.resolve(move));
            if (together) continue;
            await Promise.all(pending);
            pending = [];
          }
          await Promise.all(pending);
          for (const [who, each] of members) {
            const ours = list.filter((move) => groupOf(move.who) === groupOf(who)).map(({ task }) => task);
            expect(await each.done()).toEqual(TASKS.filter((id) => ours.includes(id)));
          }
        }),
        { numRuns: 8 },
      );
    });
  });
}

function serverDeps({ clock, store }: V1Server) {
  return { clock, rng: systemRng, store };
}
