import { driver } from "driver.js";

driver({
  showProgress: true,
  steps: [
    { popover: { title: "Orders", description: "All orders of <b>today</b>." } },
    { element: "[data-testid=new-order]", popover: { title: "New order", side: "right", doneBtnText: "Finish" } },
  ],
}).drive();
