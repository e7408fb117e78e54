import { expect, test } from "bun:test";
import Pusher from "pusher";
import { APP, startTemporaryServer } from "../../../test/support/temporary-server.ts";

test("answers Pusher's Node.js library below the path prefix of the public URL", async () => {
  const environment = { FANFARE_PUBLIC_URL: "https://example.com/fanfare" };
  await using server = await startTemporaryServer({ environment });
  const { host } = new URL(server.origin);
  const { id: appId, key, secret } = APP;
  const pusher = new Pusher({ appId, key, secret, host: `${host}/fanfare`, useTLS: false });
  const published = await pusher.trigger("orders", "order.created", { number: 1 });
  const listed = await pusher.get({ path: "/channels" });
  expect([published.status, listed.status]).toEqual([200, 200]);
});
