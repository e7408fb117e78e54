import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import { createAppDirectory } from "../../accounts/apps/app-directory.ts";
import { Channels } from "../../channels/channels.ts";
import { silentLog } from "../../lib/log.ts";
import { createPusherApi } from "./routes.ts";

const clock = manualClock(0);
const api = createPusherApi({
  ...{ clock, apps: createAppDirectory([TEST_APP]), channels: new Channels({ clock }), log: silentLog },
  ...{ terminateUser: () => {}, path_prefix: "/fanfare", isEncrypted: () => false },
});
const takes = async (path: string, method = "POST"): Promise<number | undefined> => {
  const answer = await api.publish(new Request(`http://host:4000${path}`, { method }));
  return answer === "published" ? 200 : answer?.status;
};

describe("fast path for publishing", () => {
  test.each(["/apps/3/events", "/apps/3/events?auth_key=x", "/fanfare/apps/3/events", "/apps/3/events#x"])(
    "handles %s with the same checks as the router",
    async (path) => expect(await takes(path)).toBe(401),
  );
  test("returns not found for an unknown app", async () => expect(await takes("/apps/9/events")).toBe(404));

  test.each<[method: string, path: string]>([
    ["POST", "/apps/3/batch_events"],
    ["POST", "/apps/3/events/x"],
    ["POST", "/apps/3/eventsx"],
    ["POST", "/apps/3/channels/a/events"],
    ["POST", "/x/apps/3/events"],
    ["POST", "/fanfarex/apps/3/events"],
    ["POST", "/v1/events?app=/apps/3/events"],
    ["POST", "/"],
    ["GET", "/apps/3/events"],
  ])("doesn't handle %s %s", async (method, path) => expect(await takes(path, method)).toBeUndefined());
});
