import { expect, test } from "bun:test";
import { HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, identityToken } from "../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

const at = (path: string): string => `/api/${path}?app_id=${APP.id}`;

test("opens a group's channel to people that the backend added to it, by both protocols, until it removes them", async () => {
  const person = at("people/u_beta/groups/beta");
  await owner.call("PUT", at("groups/beta"), { attributes: {} });
  await owner.call("PUT", at("people/u_beta"), { attributes: {} });
  const token = await identityToken("u_beta");
  const authorize = async (channel_name: string): Promise<number> => {
    const response = await fetch(`${server.origin}/pusher/auth`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: new URLSearchParams({ socket_id: "1.2", channel_name }),
    });
    return response.status;
  };
  const hub = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`${server.origin}/signalr?app=${APP.key}`, { accessTokenFactory: () => token })
    .build();
  await hub.start();
  const subscribe = (...call: readonly [string, unknown]): Promise<unknown> =>
    hub.invoke(...call).catch((error: Error) => error.message);
  expect(await authorize("private-group-beta")).toBe(403);
  expect(await subscribe("Subscribe", "private-group-beta")).toContain("channel_refused");

  expect((await owner.call("PUT", person, { attributes: {} })).status).toBe(200);
  expect(await authorize("private-group-beta")).toBe(200);
  expect(await authorize("private-group-gamma")).toBe(403);
  const many = [{ channel: "private-group-beta" }, { channel: "private-group-gamma" }];
  expect(await subscribe("SubscribeMany", many)).toMatchObject([
    { channel: "private-group-beta" },
    { channel: "private-group-gamma", error: { code: "channel_refused" } },
  ]);

  await owner.call("DELETE", person);
  expect(await authorize("private-group-beta")).toBe(403);
  await hub.invoke("Unsubscribe", "private-group-beta");
  expect(await subscribe("Subscribe", "private-group-beta")).toContain("channel_refused");
  await hub.stop();
});
