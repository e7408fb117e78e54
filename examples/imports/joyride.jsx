import { Joyride } from "react-joyride";

const steps = [
  { target: "body", placement: "center", title: "Orders", content: "All orders of today." },
  {
    target: "[data-testid=new-order]",
    content: <p>Creates an order.</p>,
    placement: "right",
    locale: { last: "Finish" },
  },
];

export function Tour() {
  return <Joyride run continuous steps={steps} onEvent={report} />;
}
