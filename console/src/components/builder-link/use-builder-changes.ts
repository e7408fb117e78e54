import { CONTENT_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { useEffect } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { builderQueryFilter } from "../../lib/queries/builder.ts";

/** Refetches the app's builder sessions when one changes, and after a lost connection. Requests nothing otherwise. */
export function useBuilderChanges(): void {
  const { client, console_sdk } = useAppContext();
  const app = useApp();
  useEffect(() => {
    const refetch = (): void => void client.invalidateQueries(builderQueryFilter(app.id));
    return console_sdk.listen(EVERYONE_CHANNEL, {
      [CONTENT_CHANGED]: refetch,
      "pusher:subscription_succeeded": refetch,
    });
  }, [client, console_sdk, app.id]);
}
