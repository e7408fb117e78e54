import { limits } from "@fanfare/contract/limits";
import { createGroupSignal, type SignalGroups } from "../engage/group-progress/signal-groups.ts";
import { type GroupPages, groupPages } from "../engage/live-updates/group-pages.ts";
import { createLiveUpdates, type LiveUpdatesDeps, type SendLiveUpdate } from "../engage/live-updates/live-updates.ts";
import { type PushSubscriptionDeps, pushEndpointRefusal } from "../engage/message-pushes/push-subscriptions.ts";
import {
  createScheduleSignal,
  type ScheduleSignal,
  type ScheduleSignalDeps,
} from "../engage/signals/schedule-signal.ts";
import type { Publish } from "../lib/publish.ts";
import type { AddressRules } from "../outbound-http/address-guard.ts";
import { createGuardedFetch, type GuardedFetch } from "../outbound-http/guarded-fetch.ts";
import { createGuardedPost, type PostBytes, systemResolve } from "../outbound-http/guarded-post.ts";
import { createSegmentPeople } from "../people/segments/segments.ts";
import { readInBackground, type WriteDeps } from "../store/store.ts";
import type { ServerBase } from "./bootstrap.ts";

export interface Engage {
  readonly group_pages: GroupPages;
  readonly signalGroups: SignalGroups;
  readonly live_updates: Omit<LiveUpdatesDeps, keyof WriteDeps>;
  readonly sendLiveUpdate: SendLiveUpdate;
  readonly schedule_signal: ScheduleSignal;
  /** For URLs that authors enter. */
  readonly readHelpFeed: GuardedFetch;
  /** To the push services of browsers. */
  readonly postPush: PostBytes;
  readonly pushEndpointRefusal: PushSubscriptionDeps["pushEndpointRefusal"];
}

/** Live updates, feeds of help centers, and signals for content whose schedule starts or ends. */
export async function composeEngage(
  base: ServerBase & Pick<ScheduleSignalDeps, "databaseNow">,
  publish: Publish,
  publishToGroups: LiveUpdatesDeps["publishToGroups"],
  rules: AddressRules,
): Promise<Engage> {
  const group_pages = groupPages(limits.live_update_group_pages_max);
  const schedule_signal = createScheduleSignal({ ...base, publish });
  await schedule_signal.start();
  const live_updates = {
    ...{ publish, groups: group_pages, publishToGroups },
    segmentPeople: createSegmentPeople({ ...base, store: readInBackground(base.store) }),
  };
  return {
    group_pages,
    signalGroups: createGroupSignal({ ...base, publish, publishToGroups, group_pages }),
    live_updates,
    sendLiveUpdate: createLiveUpdates({ ...base, ...live_updates }),
    schedule_signal,
    postPush: createGuardedPost({ clock: base.clock, rules, resolve: systemResolve }),
    pushEndpointRefusal: async (url) => pushEndpointRefusal(url, rules, systemResolve),
    readHelpFeed: createGuardedFetch({
      ...{ clock: base.clock, rules, resolve: systemResolve },
      bounds: { timeout_ms: limits.help_feed_timeout_ms, bytes_max: limits.help_feed_bytes_max },
    }),
  };
}
