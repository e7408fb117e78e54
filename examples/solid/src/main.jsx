import { render } from "solid-js/web";
import { Orders } from "./orders.jsx";

render(() => <Orders />, document.querySelector("#root"));
