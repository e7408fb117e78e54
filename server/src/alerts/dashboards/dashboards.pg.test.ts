import { expect, test } from "bun:test";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { emptyPostgresStore } from "../../../test/support/temporary-store.ts";
import { createAppDirectory } from "../../accounts/apps/app-directory.ts";
import { createDashboardEmail, listDashboardEmails } from "../../analytics/dashboard-emails.ts";
import {
  createDashboardLink,
  listDashboardLinks,
  openDashboardLink,
  revokeDashboardLink,
} from "../../analytics/dashboard-links.ts";
import { createDashboard } from "../../analytics/dashboards.ts";
import { silentLog } from "../../lib/log.ts";
import { scheduledDashboards } from "./scheduled-dashboards.ts";

test("shares, emails, and stops sharing dashboards on PostgreSQL", async () => {
  await using temporary = await emptyPostgresStore();
  const { store } = temporary;
  const { db } = store;
  const rows = sampleRows("boards");
  const { id: app_id } = rows.apps;
  await store.write(
    [
      db.insertInto("workspace").values(rows.workspace),
      ...[db.insertInto("members").values({ ...rows.members, role: "owner" }), db.insertInto("apps").values(rows.apps)],
    ].map((query) => ({ query: query.compile() })),
  );
  const start_ms = Date.UTC(2026, 10, 23);
  let now_ms = start_ms;
  const clock = { now: () => now_ms, after: () => () => {} };
  // Cast: only these fields are read.
  const apps = createAppDirectory([{ id: app_id, key: "shop", name: "Shop", system: false } as never]);
  const deps = { clock, rng: systemRng, store, apps };
  const member_id = rows.members.id;
  const chart = { id: "a", kind: "cohorts", title: "Cohorts" } as const;
  const { id } = await createDashboard(deps, { app_id, member_id }, { name: "Growth", charts: [chart] });

  const at = { app: { id: app_id }, dashboard_id: id, member_id };
  const link = await createDashboardLink(deps, at, { base_url: "https://x.test", expires_in_days: 1 });
  const token = link.url.split("/").at(-1) ?? "";
  expect((await openDashboardLink(deps, token))?.dashboard.name).toBe("Growth");
  expect(await listDashboardLinks(deps, at)).toMatchObject([
    { id: link.id, member: rows.members.name, last_viewed_at: new Date(start_ms).toISOString() },
  ]);

  const schedule = { every: "day", time: "08:00" } as const;
  const recipients = ["one@x.test", "two@x.test"];
  const input = { schedule, time_zone: "UTC", language: "en", days: 7, recipients } as const;
  const of = { app_id, dashboard_id: id, member_id };
  await createDashboardEmail(deps, of, { ...input, recipients: [...recipients] }, true);
  const sent: string[] = [];
  const deliver = async ({ to }: { readonly to: string }) => {
    sent.push(to);
    return { state: "sent" } as const;
  };
  const vault = { derive: () => new Uint8Array(32) };
  const work = {
    ...deps,
    log: silentLog,
    vault,
    mailer: { deliver },
    notifySoon: () => {},
    public_url: "https://x.test",
  };
  now_ms = start_ms + DAY_MS / 2;
  for (let restart = 0; restart < 2; restart++) await scheduledDashboards(work).run();
  expect(sent).toEqual(recipients);
  expect(await listDashboardEmails(deps, of)).toMatchObject([{ failure: null, next_at: "2026-11-24T08:00:00.000Z" }]);

  now_ms = start_ms + DAY_MS;
  expect(await openDashboardLink(deps, token)).toBeUndefined();
  now_ms = start_ms;
  await revokeDashboardLink(deps, at, link.id);
  expect(await openDashboardLink(deps, token)).toBeUndefined();
});
