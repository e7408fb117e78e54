import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { GroupRequest, GroupResponse } from "@fanfare/contract/schema/client/v1";
import type { Fanfare } from "../api/fanfare.ts";
import type { Grouped } from "../api/results.ts";
import type { Decisions } from "../engage/decide/decisions.ts";
import type { Emitter } from "../lib/emitter.ts";
import type { Identity } from "../net/identity.ts";
import type { Net } from "../net/net.ts";

export interface GroupDeps {
  readonly clock: Clock;
  readonly net: Net;
  readonly identity: Pick<Identity, "epoch">;
  readonly decisions: Pick<Decisions, "load">;
  readonly emitter: Pick<Emitter, "on">;
  readonly first: Promise<unknown>;
}

/**
 * Sets the person's group. If the server doesn't respond, the latest request per group is retried while the person
 * stays the same.
 */
export function createGroup(deps: GroupDeps): Fanfare["group"] {
  const { clock, net, identity, decisions } = deps;
  const last = new Map<string, GroupRequest>();
  let over = false;
  deps.emitter.on("connection", ({ state }) => {
    over ||= state === "closed";
  });

  const post = async (json: GroupRequest, about: number, attempt: number): Promise<Grouped> => {
    const answer = await net.call<GroupResponse>("POST", "/v1/group", { json });
    const stands = (): boolean => !over && about === identity.epoch() && last.get(json.external_id) === json;
    switch (answer.kind) {
      case "ok":
      case "unchanged":
        await decisions.load();
        return { status: "grouped" };
      case "refused":
        return { status: "refused", code: answer.code, detail: answer.detail };
      case "failed": {
        const wait_ms = Math.max(answer.retry_after_ms, limits.retry_base_ms * 2 ** Math.min(attempt, 8));
        clock.after(Math.min(wait_ms, limits.retry_cap_ms), () => {
          if (stands()) void post(json, about, attempt + 1);
        });
        return { status: "waiting" };
      }
    }
  };

  return async (external_id, attributes = {}, { membership = {} } = {}) => {
    const json = { external_id: String(external_id ?? ""), attributes, membership };
    last.set(json.external_id, json);
    // An `identify` in the same task reaches the server first.
    await deps.first;
    return post(json, identity.epoch(), 0);
  };
}
