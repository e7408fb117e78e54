import type { AppId } from "@fanfare/contract/lib/ids";

/**
 * Publishes an event to all subscribers of an app's channel. Passed to `engage` as an argument, so that it doesn't
 * depend on channels. `data` is encoded once.
 */
export type Publish = (app_id: AppId, channel: string, event: string, data: unknown) => void;
