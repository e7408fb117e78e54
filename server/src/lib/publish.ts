import type { AppId } from "@fanfare/contract/lib/ids";

/**
 * Says something on a channel of an app to everyone subscribed. The only thing that `engage` knows of channels, given to
 * it as an argument. `data` is encoded once.
 */
export type Publish = (app_id: AppId, channel: string, event: string, data: unknown) => void;
