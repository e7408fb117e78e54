// #region fanfare
import { DestroyRef, Injectable, inject } from "@angular/core";
import { init } from "@fanfare/sdk";
import { environment } from "./environment";

@Injectable({ providedIn: "root" })
export class FanfareService {
  readonly fanfare = init({ key: environment.fanfareKey, host: environment.fanfareHost });

  constructor() {
    const getToken = () => fetch("/fanfare-token").then((response) => response.text());
    this.fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });
  }

  /** Calls the listeners for events of a channel until the component is destroyed. Call it in its constructor. */
  onEvents(channel_name: string, listeners: Record<string, (data: unknown) => void>): void {
    const channel = this.fanfare.channel(channel_name);
    for (const [event, listener] of Object.entries(listeners)) channel.on(event, listener);
    inject(DestroyRef).onDestroy(() => channel.leave());
  }
}
// #endregion fanfare
