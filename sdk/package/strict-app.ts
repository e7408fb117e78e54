/** A customer's program that uses every entry of the package, and must compile in strict projects. */
export const STRICT_APP = `import { init, type Fanfare } from "@fanfare/sdk";
import { init as load } from "@fanfare/sdk/load";
import { FanfareProvider, StepBlocks, StepSlot, useChannel, useEvent } from "@fanfare/sdk/react";
import { fanfarePlugin, useFanfare } from "@fanfare/sdk/vue";
import type { App } from "vue";
const fanfare: Fanfare = init({ key: "k", host: "https://fanfare.example" });
void fanfare.identify("u_42", { name: "Ada", plan: "pro", seats: 3 }, { getToken: async () => "token" });
fanfare.track("order_shipped", { total: 12, items: [{ sku: "a" }] });
const code: Promise<string> = fanfare.group("acme").then((it) => (it.status === "refused" ? it.code : it.status));
fanfare.on("tour_completed", ({ slug, version }) => void [slug.length, version.toFixed()]);
fanfare.channel("private-orders").on("order.created", ({ number }) => void number);
fanfare.channel("private-orders").on("order.created", (order: { number: string }) => void order.number.length);
fanfare.celebrate("burst", { origin: document.querySelector("#ship") });
// @ts-expect-error: no such event
fanfare.on("tour_complete", () => {});
// @ts-expect-error: no such preset
fanfare.celebrate("firework");
// @ts-expect-error: the loader can't detect its host
load({ key: "k" });
function Orders() { useEvent(useChannel("private-orders"), "order.created", ({ number }) => number); return null; }
export const view = <FanfareProvider fanfare={() => load({ key: "k", host: "" })}><Orders />
  <StepSlot>{({ title, blocks, buttons }) => <><h2>{title}</h2><StepBlocks blocks={blocks} />{buttons[0]?.label}</>}</StepSlot>
</FanfareProvider>;
export const start = (app: App) => app.use(fanfarePlugin(fanfare)).runWithContext(() => useFanfare());
export { code };`;

/** A program with names as `fanfare types` writes them. They apply to a whole program, so it is one of its own. */
export const NAMED_APP = `import { init } from "@fanfare/sdk";
declare module "@fanfare/sdk" {
  interface ContentNames { "welcome": unknown }
  interface EventNames { "order_shipped": unknown }
}
const fanfare = init({ key: "k" });
void [fanfare.start("welcome"), fanfare.start("cnt_1"), fanfare.suppress({ tag: "tips" }), fanfare.suppress("*")];
// @ts-expect-error: no such slug
void fanfare.start("farewell");
// @ts-expect-error: no such slug
void fanfare.suppress("farewell");
// @ts-expect-error: no such event
void fanfare.track("order_lost");
// Without names, any text.
fanfare.action("open-menu", () => {});`;
