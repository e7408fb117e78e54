import { provideZonelessChangeDetection } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { OrdersComponent } from "./orders";

void bootstrapApplication(OrdersComponent, { providers: [provideZonelessChangeDetection()] });
