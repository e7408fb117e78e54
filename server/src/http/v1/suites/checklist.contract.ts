import { describe, expect, test } from "bun:test";
import type { CelebrationBody } from "@fanfare/contract/content/celebration";
import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { Problem } from "@fanfare/contract/problem";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import type { ProgressResponse, Run } from "@fanfare/contract/schema/client/v1";
import type { Rule } from "@fanfare/contract/targeting/rule";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { newEventId, newRunId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { toIso } from "../../../store/columns.ts";

const body: ChecklistBody = {
  type: "checklist",
  title: "First steps",
  blocks: [],
  tasks: [
    { id: "profile", title: "Say who you are", blocks: [], done_when: { kind: "person" } },
    { id: "invite", title: "Invite a teammate", blocks: [], done_when: { kind: "event", event: "teammate_invited" } },
    { id: "tour", title: "Take the tour", blocks: [], done_when: { kind: "completed", content: "welcome" } },
  ],
  opens: "open",
  suppression: { offered: true, days: 365 },
};

const PARTY: CelebrationBody = { type: "celebration", preset: "burst", suppression: { offered: false, days: 365 } };

async function begun(server: V1Server, shown: ChecklistBody = body) {
  const published = await server.publish("first-steps", { body: shown });
  const token = await server.token("u_42");
  const browser = server.browser();
  const progress = (move: Record<string, unknown>) =>
    server.browser().call<ProgressResponse & Problem>("POST", "progress", { body: move, token });
  const run_id = newRunId(server);
  const start = { action: "start", run_id, ...published, step_id: "checklist", reason: "rule" };
  return {
    ...{ token, progress, run_id, start, published },
    started: await progress(start),
    does: (step_id: string, seq = 1) => progress({ action: "step", run_id, seq, step_id }),
    ends: (reason: string, seq = 1) => progress({ action: "end", run_id, seq, reason }),
    decision: async (slug = "first-steps") => {
      const { decisions } = await browser.boot(token);
      return decisions.find((each) => each.slug === slug);
    },
    happens: (name: string) =>
      browser.call("POST", "events", {
        body: { events: [{ id: newEventId(server), name, at: toIso(server.clock.now()) }] },
        token,
      }),
  };
}

export function checklistContract(dialect: string, open: OpenStore): void {
  checklistProgress(dialect, open);
  checklistCompletion(dialect, open);
  checklistSkips(dialect, open);
  taskAudiences(dialect, open);
}

function checklistProgress(dialect: string, open: OpenStore): void {
  describe(`a checklist: progress (${dialect})`, () => {
    test("keeps completed tasks in order and ignores a repeated move", async () => {
      await using server = await startV1Server(open);
      const { started, does, decision } = await begun(server);
      expect(started.body.run).not.toHaveProperty("done");
      expect((await decision())?.done).toBeUndefined();
      expect((await does("invite")).body.run).toMatchObject({ seq: 2, step_id: "invite", done: ["invite"] });
      expect((await does("invite", 2)).body.run).toMatchObject({ seq: 2, done: ["invite"] });
      expect((await does("checklist", 2)).body.run).toMatchObject({ seq: 2, step_id: "invite" });
      expect((await does("profile", 2)).body.run).toMatchObject({ seq: 3, done: ["invite", "profile"] });
      const later = await decision();
      expect(later?.done).toEqual(["profile", "invite"]);
      expect(later?.run).toMatchObject({ seq: 3, done: ["invite", "profile"] });
      expect((await does("nothing", 3)).body.code).toBe("body_invalid");
    });

    test("keeps tasks that several tabs complete at the same time", async () => {
      await using server = await startV1Server(open);
      const { does, ends, decision } = await begun(server);
      const answers = await Promise.all([does("profile"), does("invite"), does("tour"), does("invite")]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await decision())?.done).toEqual(["profile", "invite", "tour"]);
      const ended = await ends("completed");
      expect(ended.body.run).toMatchObject({ state: "completed" });
      const late = await does("profile");
      expect(late.status).toBe(409);
      expect(late.body.current as Run).toMatchObject({ state: "completed", done: ended.body.run.done ?? [] });
      expect((await ends("escape")).body.code).toBe("run_conflict");
    });

    test("notifies the person's other pages of each task, but not of repeats", async () => {
      await using server = await startV1Server(open);
      const { does } = await begun(server);
      const signalCount = () => server.signals.filter(({ event }) => event === PERSON_CHANGED).length;
      const before = signalCount();
      await does("profile");
      expect(signalCount()).toBe(before + 1);
      await does("profile", 2);
      expect(signalCount()).toBe(before + 1);
    });

    test("accepts a task of a version published while open", async () => {
      await using server = await startV1Server(open);
      const { does, decision } = await begun(server);
      const more = { id: "more", title: "One more", blocks: [], done_when: { kind: "person" } as const };
      await server.publish("first-steps", { body: { ...body, tasks: [...body.tasks, more] } });
      expect((await does("more")).status).toBe(200);
      expect((await decision())?.done).toEqual(["more"]);
    });
  });
}

function checklistCompletion(dialect: string, open: OpenStore): void {
  describe(`a checklist: completion (${dialect})`, () => {
    test("completes tasks by earlier events and content from any page or backend", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const { happens, decision, progress, does } = await begun(server);
      const signalCount = () => server.signals.filter(({ event }) => event === PERSON_CHANGED).length;
      await happens("something_else");
      expect((await decision())?.done).toBeUndefined();
      const before = signalCount();
      await happens("teammate_invited");
      expect(signalCount()).toBe(before + 1);
      expect((await decision())?.done).toEqual(["invite"]);
      // Once the task is stored, the event sends no signal.
      await does("invite");
      const kept = signalCount();
      await happens("teammate_invited");
      expect(signalCount()).toBe(kept);
      const run_id = newRunId(server);
      await progress({ action: "start", run_id, ...tour, step_id: "hello", reason: "rule" });
      await progress({ action: "end", run_id, seq: 1, reason: "completed" });
      expect((await decision())?.done).toEqual(["invite", "tour"]);
      // Another person has no completed tasks.
      const other = await server.browser().boot(await server.token("u_43"));
      expect(other.decisions.find(({ slug }) => slug === "first-steps")?.done).toBeUndefined();
    });

    test("completes tasks by conditions on the person, which pages don't get", async () => {
      await using server = await startV1Server(open);
      const large = { name: "total", test: { type: "number", op: "at_least", value: 100 } } as const;
      const rule: Rule = {
        kind: "and",
        rules: [
          { kind: "event", name: "ordered", props: [large], count: { op: "at_least", times: 2 } },
          { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } },
        ],
      };
      const tasks = [{ id: "orders", title: "Order twice", blocks: [], done_when: { kind: "rule", rule } as const }];
      await server.publish("orders", { body: { ...body, tasks: [...tasks, ...body.tasks] } });
      const token = await server.token("u_42");
      const browser = server.browser();
      const orders = async (...totals: readonly number[]): Promise<number> => {
        const before = server.signals.length;
        const at = toIso(server.clock.now());
        const events = totals.map((total) => ({ id: newEventId(server), name: "ordered", props: { total }, at }));
        await browser.call("POST", "events", { body: { events }, token });
        return server.signals.slice(before).filter(({ event }) => event === PERSON_CHANGED).length;
      };
      await browser.call("POST", "identify", { body: { external_id: "u_42", attributes: { plan: "pro" } }, token });
      const decision = async () => {
        const { decisions } = await browser.boot(token);
        return decisions.find(({ slug }) => slug === "orders");
      };
      expect(await orders(120, 80)).toBe(0);
      expect((await decision())?.done).toBeUndefined();
      expect(await orders(100)).toBe(1);
      const answer = await decision();
      expect(answer?.done).toEqual(["orders"]);
      expect(JSON.stringify(answer)).not.toContain("ordered");
      expect(JSON.stringify(answer)).not.toContain("plan");
    });

    test("celebrates completion once, but not a checklist closed before", async () => {
      await using server = await startV1Server(open);
      const { does, ends, decision, progress, start } = await begun(server);
      await server.publish("party", {
        ...{ body: PARTY, trigger: { kind: "completed", content: "first-steps" }, frequency: { mode: "always" } },
      });
      await does("invite");
      expect((await decision("party"))?.due).toBeUndefined();
      const ended = await ends("completed", 2);
      const due = `completed:${ended.body.run.run_id}`;
      expect((await decision("party"))?.due).toBe(due);

      const { content_id, version_id } = (await decision("party")) ?? {};
      const run_id = newRunId(server);
      const play = { action: "start", run_id, content_id, version_id, step_id: "celebration", reason: "rule" };
      expect((await progress(play)).status).toBe(200);
      expect((await decision("party"))?.due).toBeUndefined();

      const again = newRunId(server);
      expect((await progress({ ...start, run_id: again, reason: "api" })).status).toBe(200);
      await progress({ action: "end", run_id: again, seq: 1, reason: "close_button" });
      expect((await decision("party"))?.due).toBeUndefined();
    });
  });
}

function checklistSkips(dialect: string, open: OpenStore): void {
  describe(`a checklist: skipped tasks (${dialect})`, () => {
    const asks = async (server: V1Server) => {
      const skippable = { ...body, skippable: true } as const;
      const { run_id, start, token, ...rest } = await begun(server, skippable);
      const at = toIso(server.clock.now());
      const { content_id } = start;
      const event = (name: "skipped" | "restored", step_id: string) => ({
        ...{ id: newEventId(server), name: `checklist_task_${name}`, at },
        props: { content_id, run_id, step_id },
      });
      const sends = (...events: readonly object[]) =>
        server.browser().call("POST", "events", { body: { events }, token });
      const skipped = async () => (await rest.decision())?.run?.skipped;
      return { ...rest, event, sends, skipped };
    };

    test("keeps a skipped task for the person's other devices until they undo it", async () => {
      await using server = await startV1Server(open);
      const { event, sends, skipped } = await asks(server);
      expect(await skipped()).toBeUndefined();
      const before = server.signals.length;
      await sends(event("skipped", "invite"), event("skipped", "tour"));
      expect(server.signals.slice(before).some(({ event: name }) => name === PERSON_CHANGED)).toBe(true);
      expect(await skipped()).toEqual(["invite", "tour"]);
      server.clock.advance(1_000);
      await sends(event("restored", "invite"));
      expect(await skipped()).toEqual(["tour"]);
    });

    test("ignores a skip that is sent again after it was undone", async () => {
      await using server = await startV1Server(open);
      const { event, sends, skipped } = await asks(server);
      const skip = event("skipped", "invite");
      server.clock.advance(1_000);
      const undo = event("restored", "invite");
      await sends(skip);
      await sends(undo);
      await sends(skip, event("skipped", "profile"));
      expect(await skipped()).toEqual(["profile"]);
      // In one request, in any order.
      server.clock.advance(1_000);
      const first = event("skipped", "tour");
      server.clock.advance(1_000);
      await sends(event("restored", "tour"), first);
      expect(await skipped()).toEqual(["profile"]);
    });

    test("doesn't report skips of other people's runs, or once the author turned them off", async () => {
      await using server = await startV1Server(open);
      const { event, sends, skipped } = await asks(server);
      const other = await server.token("u_43");
      await server.browser().call("POST", "events", { body: { events: [event("skipped", "tour")] }, token: other });
      expect(await skipped()).toBeUndefined();
      await sends(event("skipped", "invite"));
      await server.publish("first-steps", { body });
      expect(await skipped()).toBeUndefined();
    });

    test("keeps skipped tasks when a visitor is identified", async () => {
      await using server = await startV1Server(open);
      const published = await server.publish("first-steps", { body: { ...body, skippable: true } });
      const browser = server.browser();
      const { anonymous } = await browser.boot();
      const anonymous_token = anonymous?.token;
      const run_id = newRunId(server);
      const start = { action: "start", run_id, ...published, step_id: "checklist", reason: "rule", anonymous_token };
      expect((await browser.call("POST", "progress", { body: start })).status).toBe(200);
      const props = { content_id: published.content_id, run_id, step_id: "tour" };
      const event = { id: newEventId(server), name: "checklist_task_skipped", at: toIso(server.clock.now()), props };
      await browser.call("POST", "events", { body: { events: [event], anonymous_token } });
      const token = await server.token("u_77");
      await browser.call("POST", "identify", { body: { external_id: "u_77", anonymous_token }, token });
      const { decisions } = await browser.boot(token);
      expect(decisions.find(({ slug }) => slug === "first-steps")?.run?.skipped).toEqual(["tour"]);
    });
  });
}

function taskAudiences(dialect: string, open: OpenStore): void {
  describe(`a checklist: audiences of tasks (${dialect})`, () => {
    const plan = (value: string): Rule => ({
      ...{ kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value } },
    });
    const [first, ...others] = body.tasks;
    if (first === undefined) throw new Error("The checklist has tasks.");

    test("sends and counts only the tasks for the person, as their data changes", async () => {
      await using server = await startV1Server(open);
      const secret = {
        ...others[0],
        id: "secret",
        title: "Upgrade",
        audience: plan("pro"),
      } as ChecklistBody["tasks"][0];
      const { decision, token, happens } = await begun(server, { ...body, tasks: [first, secret] });
      const browser = server.browser();
      const has = (value: string) =>
        browser.call("POST", "identify", { body: { external_id: "u_42", attributes: { plan: value } }, token });
      await happens("teammate_invited");
      const before = await decision();
      expect(JSON.stringify(before)).not.toContain("Upgrade");
      expect(before?.done).toBeUndefined();
      await has("pro");
      const after = await decision();
      expect(after?.edition.body).toMatchObject({ tasks: [{ id: "profile" }, { id: "secret" }] });
      expect(after?.done).toEqual(["secret"]);
      expect(JSON.stringify(after)).not.toContain("plan");
      await has("free");
      expect(JSON.stringify(await decision())).not.toContain("Upgrade");
      // A visitor shares nothing with people whose tasks differ.
      expect(JSON.stringify(await server.browser().boot())).not.toContain("Upgrade");
    });

    test("hides a checklist with no task for the person, also when a button asks for it", async () => {
      await using server = await startV1Server(open);
      await server.publish("for-pros", { body: { ...body, tasks: [{ ...first, audience: plan("pro") }] } });
      const button = { label: "Open", action: { kind: "start", content: "for-pros" } } as const;
      await server.publish("opener", { body: { ...body, tasks: [{ ...first, button }] } });
      const token = await server.token("u_42");
      const browser = server.browser();
      const slugs = async () => {
        const answer = await browser.call<{ decisions: readonly { slug: string }[] }>("POST", "boot", {
          ...{ body: { asked: ["for-pros"] }, token },
        });
        return answer.body.decisions.map(({ slug }) => slug);
      };
      expect(await slugs()).toEqual(["opener"]);
      await browser.call("POST", "identify", { body: { external_id: "u_42", attributes: { plan: "pro" } }, token });
      expect((await slugs()).toSorted()).toEqual(["for-pros", "opener"]);
    });
  });
}
