/** A tour library: how a page starts it with nothing to show, and how it shows a first step at `#orders`. */
export interface Subject {
  readonly name: string;
  /** Module sources, bundled with their imports. Fanfare's are used as its own build ships them. */
  readonly boot: string;
  /** Absent if there is nothing to show. */
  readonly step?: string;
  /** Style sheet that the library requires. */
  readonly css?: string;
  /** Selector of the shown step. If it's missing, the figures are meaningless. */
  readonly card?: string;
  readonly shipped?: boolean;
}

const TEXTS = `const title = "Your orders", text = "They arrive here by themselves.";`;

const OURS: Subject = {
  name: "fanfare",
  shipped: true,
  boot: `import { init } from "/sdk/fanfare.js"; init({ key: "nothing", host: location.origin });`,
  step: `import { init } from "/sdk/fanfare.js"; init({ key: "tour", host: location.origin });`,
  card: "fanfare-ui .card",
};

/** Browser cost of the same boot request and connection: the lower bound for startup. */
const BARE: Subject = {
  name: "the same calls, bare",
  boot: `const body = JSON.stringify({ url: location.href });
    const headers = { "content-type": "application/json" };
    fetch("/v1/boot?app=nothing", { method: "POST", headers, body }).then((answer) => answer.json()).then((boot) => {
      const socket = new WebSocket(location.origin.replace("http", "ws") + "/app/nothing?protocol=7");
      socket.onmessage = ({ data }) => {
        if (JSON.parse(data).event !== "pusher:connection_established") return;
        socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: boot.channel_id } }));
      };
    });`,
};

const REACT = `import { createElement } from "react"; import { createRoot } from "react-dom/client";
  import { Joyride } from "react-joyride"; ${TEXTS}
  const steps = [{ target: "#orders", title, content: text, skipBeacon: true }, { target: "#ship", content: text }];
  const root = createRoot(document.body.appendChild(document.createElement("div")));`;

const PERMISSIVE: readonly Subject[] = [
  {
    name: "driver.js",
    boot: `import { driver } from "driver.js"; driver({ steps: [{ element: "#orders", popover: {} }] });`,
    step: `import { driver } from "driver.js"; ${TEXTS}
      driver({ showProgress: true, steps: [{ element: "#orders", popover: { title, description: text } },
        { element: "#ship", popover: { title } }] }).drive();`,
    css: "driver.js/dist/driver.css",
    card: ".driver-popover",
  },
  {
    name: "react-joyride, with React",
    boot: `${REACT} root.render(createElement(Joyride, { steps, run: false }));`,
    step: `${REACT} root.render(createElement(Joyride, { steps, run: true, continuous: true }));`,
    card: ".react-joyride__tooltip",
  },
];

const COPYLEFT: readonly Subject[] = [
  {
    name: "shepherd.js",
    boot: `import Shepherd from "shepherd.js"; new Shepherd.Tour({ useModalOverlay: true });`,
    step: `import Shepherd from "shepherd.js"; ${TEXTS}
      const tour = new Shepherd.Tour({ useModalOverlay: true });
      tour.addStep({ title, text, attachTo: { element: "#orders", on: "bottom" }, buttons: [{ text: "Next" }] });
      tour.start();`,
    css: "shepherd.js/dist/css/shepherd.css",
    card: ".shepherd-element",
  },
  {
    name: "intro.js",
    boot: `import intro from "intro.js"; intro.tour().setOptions({ steps: [] });`,
    step: `import intro from "intro.js"; ${TEXTS}
      intro.tour().setOptions({ steps: [{ element: "#orders", title, intro: text }, { intro: text }] }).start();`,
    css: "intro.js/introjs.css",
    card: ".introjs-tooltip",
  },
];

/** `more` adds libraries that are excluded by default because of their license. */
export const subjects = (more: boolean): readonly Subject[] => [OURS, BARE, ...PERMISSIVE, ...(more ? COPYLEFT : [])];

export const FETCHED: readonly string[] = ["shepherd.js@15.3.0", "intro.js@8.6.0"];
