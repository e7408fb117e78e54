// #region orders
import { Component, inject, signal } from "@angular/core";
import { FanfareService } from "./fanfare-service";

@Component({
  selector: "fanfare-orders",
  template: `
    <main id="fanfare-example">
      <h1>Orders</h1>
      <p>Status: <output id="status">{{ status() }}</output></p>
      <button type="button" id="ship" (click)="ship()">Ship an order</button>
      <ul id="orders">
        @for (number of orders(); track number) {
          <li>{{ number }}</li>
        }
      </ul>
    </main>
  `,
})
export class OrdersComponent {
  readonly orders = signal<readonly string[]>([]);
  readonly status = signal("Connecting");

  constructor() {
    const service = inject(FanfareService);
    service.onEvents("private-group-staff", {
      "pusher:subscription_succeeded": () => this.status.set("Live"),
      "order.shipped": (data) => {
        const { number } = data as { number: string };
        this.orders.update((before) => [...before, number]);
        service.fanfare.celebrate("burst", { message: "Order shipped" });
      },
    });
  }

  ship(): void {
    void fetch("/ship", { method: "POST" });
  }
}
// #endregion orders
