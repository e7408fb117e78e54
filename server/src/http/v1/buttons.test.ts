import { expect, test } from "bun:test";
import type { ActionButton, ButtonCondition } from "@fanfare/contract/content/panel";
import type { StepButton, TourBody } from "@fanfare/contract/content/tour";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { startV1Server } from "../../../test/support/v1-server.ts";

const admin: Rule = { kind: "attribute", of: "person", name: "role", test: { type: "text", op: "is", value: "admin" } };
const on_page: Rule = { kind: "url", pattern: "/orders" };
const button = (label: string, more: Partial<StepButton> = {}): StepButton => ({
  label,
  action: { kind: "close" },
  ...more,
});
const when = (rule: Rule, otherwise: ButtonCondition["otherwise"] = "hide") => ({ condition: { rule, otherwise } });
const suppression = { offered: false, days: 365 };

const TOUR: TourBody = {
  type: "tour",
  steps: [
    {
      ...{ kind: "centered", id: "a", title: "Hello", blocks: [] },
      buttons: [
        button("Always"),
        button("Invite", when(admin)),
        button("Delete", when(admin, "disable")),
        button("Here", when({ kind: "and", rules: [admin, on_page] })),
      ],
    },
  ],
  suppression,
};

test("evaluates what conditions of buttons ask about the person, and leaves the page to the page", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("hello", { body: TOUR });
  const buttons = async (role: string) => {
    const token = await server.token(role);
    const body = { external_id: role, attributes: { role } };
    const { decisions } = (await server.browser().call<BootResponse>("POST", "identify", { body, token })).body;
    const [decision] = decisions;
    const tour = decision?.edition.body;
    expect(decision?.button_actions).toBe(true);
    expect(JSON.stringify(decision)).not.toContain("attribute");
    return tour?.type === "tour" ? tour.steps[0]?.buttons : undefined;
  };
  expect(await buttons("admin")).toEqual([
    button("Always"),
    button("Invite"),
    button("Delete"),
    button("Here", when(on_page)),
  ]);
  expect(await buttons("viewer")).toEqual([
    button("Always"),
    button("Delete", when({ kind: "or", rules: [] }, "disable")),
  ]);
});

test("leaves out of the feed what its buttons can't do there", async () => {
  await using server = await startV1Server(temporaryStore);
  const panel = (id: string, more: Omit<ActionButton, "label">) => ({
    ...{ id, title: "News", blocks: [] },
    button: { label: "Go", ...more },
  });
  const before = [{ kind: "track", event: "read" }] as const;
  const link = { action: { kind: "link", href: "/news" } } as const;
  await server.publish("news", {
    body: {
      type: "announcement",
      form: "carousel",
      feed: true,
      tone: "info",
      suppression,
      panels: [
        panel("a", { ...link, before }),
        panel("b", { action: { kind: "stay" }, before }),
        panel("c", { ...link, ...when(on_page) }),
      ],
    },
  });
  const { body } = await server.browser().call<FeedResponse>("GET", "feed", { token: await server.token("u_42") });
  const [item] = body.items;
  const shown = item?.kind === "announcement" ? item.panels.map((each) => each.button) : undefined;
  expect(shown).toEqual([{ label: "Go", action: { kind: "link", href: "/news" } }, undefined, undefined]);
});
