import { expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { startRedis } from "../../../scripts/services/redis.ts";
import { signedRequest } from "../../test/protocol/support/signed-request.ts";
import { eventually } from "../../test/support/eventually.ts";
import { startNodeProcess } from "../../test/support/node-process.ts";
import { openPage, type SocketPage } from "../../test/support/socket-page.ts";
import { APP, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";

setDefaultTimeout(240_000);

const PAGES = process.env["NIGHTLY"] === "1" ? 1_000 : 100;
const CHANNELS = ["news", "offers", "presence-desk"] as const;
/** Like the SDK's: a random part of this before the first attempt. */
const BACKOFF_MS_MAX = 1_000;
const WAIT_MS_MAX = 120_000;

test(`brings ${PAGES} pages of a killed server back on the other, with exact members and counts`, async () => {
  await using postgres = await temporaryPostgresStore();
  const redis = await startRedis();
  const environment = {
    FANFARE_DATABASE_URL: postgres.url,
    FANFARE_REDIS_URL: redis.url,
    FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  await using stays = await startTemporaryServer({ environment });
  await using sql = new SQL(postgres.url, { max: 1 });
  const settings = { subscription_counts: true, limits: { presence_members_max: 10_000 } };
  await sql`update apps set settings = ${JSON.stringify(settings)}, changes = changes + 1 where system = 0`;
  await eventually(() => stays.fanfare.apps.byKey(APP.key)?.settings.limits.presence_members_max === 10_000);
  await using killed = await startNodeProcess(environment);

  const enter = async (port: number, user_id: string): Promise<SocketPage> => {
    const page = await openPage(port);
    for (const channel of CHANNELS) await page.subscribe(channel, channel === "presence-desk" ? { user_id } : {});
    return page;
  };
  /** Connects again wherever it's accepted, as often as it takes. */
  const comeBack = async (user_id: string): Promise<SocketPage> => {
    for (;;) {
      await Bun.sleep(Math.random() * BACKOFF_MS_MAX);
      const page = await enter(stays.port, user_id).catch(() => undefined);
      if (page !== undefined) return page;
    }
  };
  const users = Array.from({ length: PAGES }, (_, index) => `user-${index}`);
  const witness = await enter(stays.port, "witness");
  const pages = await Promise.all(users.map((user_id) => enter(killed.port, user_id)));
  const backs = pages.map(async (page, index) => {
    await page.closed;
    return await comeBack(users[index] ?? "");
  });
  const read = async (path: string, query: Record<string, string> = {}) => {
    const call = { key: APP.key, secret: APP.secret, path: `/apps/${APP.id}${path}`, body: "", method: "GET", query };
    return (await fetch(signedRequest(stays.origin, call))).json();
  };
  /** Everyone is a member once, and each channel counts everyone. */
  const hasAll = async (): Promise<boolean> => {
    const { users: members } = await read("/channels/presence-desk/users");
    const info = { info: "subscription_count" };
    const channels = await Promise.all(CHANNELS.map((channel) => read(`/channels/${channel}`, info)));
    return members.length === PAGES + 1 && channels.every(({ subscription_count: count }) => count === PAGES + 1);
  };
  await eventually(hasAll, { deadline_ms: WAIT_MS_MAX });
  killed.signal("SIGKILL");
  const returned = await Promise.all(backs);
  // The dead server's subscriptions leave the counts when it's found gone.
  await eventually(hasAll, { deadline_ms: WAIT_MS_MAX });
  const present = new Set<string>();
  for (const { event, data } of witness.frames) {
    // Cast: only these two events have a person.
    const { user_id } = data as { readonly user_id: string };
    if (event === "pusher_internal:member_removed") expect(present.delete(user_id)).toBe(true);
    if (event !== "pusher_internal:member_added") continue;
    expect(present.has(user_id)).toBe(false);
    present.add(user_id);
  }
  expect(present.size).toBe(PAGES);
  for (const page of [witness, ...returned]) page.close();
  await redis.stop();
});
