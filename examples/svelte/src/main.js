import { mount } from "svelte";
import Orders from "./orders.svelte";

mount(Orders, { target: document.querySelector("#root") });
