import Shepherd from "shepherd.js";

const tour = new Shepherd.Tour({ tourName: "orders", defaultStepOptions: { scrollTo: true } });

tour.addStep({
  id: "orders",
  title: "Orders",
  text: "All orders of <b>today</b>.",
  attachTo: { element: "h1", on: "bottom" },
  buttons: [{ text: "Continue", action: tour.next }],
});
tour.addStep({
  id: "new-order",
  text: "Creates an order.",
  attachTo: { element: "[data-testid=new-order]", on: "right" },
  advanceOn: { selector: "[data-testid=new-order]", event: "click" },
  beforeShowPromise: () => openMenu(),
  buttons: [
    { text: "Back", action: tour.back, secondary: true },
    { text: "Finish", action: tour.complete },
  ],
});
tour.start();
