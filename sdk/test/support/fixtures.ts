import type { Edition } from "@fanfare/contract/content/content";
import type { Step } from "@fanfare/contract/content/tour";
import type { BootResponse, Decision } from "@fanfare/contract/schema/client/v1";
import type { Storage } from "../../src/lib/storage.ts";
import { createIdentity, type Identity } from "../../src/net/identity.ts";

/** Flushes pending promises without advancing time. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await undefined;
}

export function memoryStorage(): Storage & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    get: (name) => held.get(name),
    set(name, text) {
      if (text === undefined) held.delete(name);
      else held.set(name, text);
    },
  };
}

export function anonymousIdentity(storage: Storage = memoryStorage()): Identity {
  return createIdentity("key", storage, () => {});
}

export function step(id: string): Step {
  return { id, kind: "centered", title: id, blocks: [] };
}

export function edition(change: Partial<Edition> & { readonly steps?: readonly string[] } = {}): Edition {
  const { steps = ["one", "two"], ...rest } = change;
  return {
    body: { type: "tour", steps: steps.map(step), suppression: { offered: true, days: 365 } },
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "automatic" },
    frequency: { mode: "until_completed" },
    priority: 0,
    tags: [],
    ...rest,
  };
}

export function decision(slug: string, change: Partial<Decision> = {}): Decision {
  return {
    content_id: `cnt_${slug}`,
    slug,
    name: slug,
    version_id: `ver_${slug}_1`,
    version_number: 1,
    edition: edition(),
    pending_gates: [],
    history: { completed: false, ended: false },
    run: null,
    ...change,
  };
}

export function boot(change: Partial<BootResponse> = {}): BootResponse {
  return {
    app: { key: "key", paused: false, config_version: 1 },
    person: { id: "per_1", external_id: null, verified: false },
    channel_id: "anon-1",
    anonymous: { id: "anon-1", token: "anonymous-token", storage: "browser" },
    decisions: [],
    refused: [],
    suppressions: [],
    messages: 0,
    server_time: new Date(0).toISOString(),
    ...change,
  };
}
