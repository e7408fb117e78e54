import { expect, test } from "bun:test";
import { type ImportFormat, importContent } from "./import-content.ts";

interface Step {
  readonly kind: string;
  readonly title: string;
  readonly target?: { readonly strategies: readonly { readonly value: string }[] };
  readonly buttons?: readonly { readonly label: string; readonly action: { readonly kind: string } }[];
}

/** `anchored:Title@.selector`, with its buttons. */
function shape({ kind, title, target, buttons }: Step): string {
  const on = target?.strategies[0]?.value;
  const all = buttons?.map(({ label, action }) => `${label}>${action.kind}`).join(",");
  return `${kind}:${title}${on === undefined ? "" : `@${on}`}${all === undefined ? "" : `{${all}}`}`;
}

function shapesOf(from: ImportFormat, text: string, file: string): readonly string[] {
  const { files } = importContent(from, { file, text, name: "First steps", taken: new Set() });
  return files
    .map((each) => JSON.parse(each.text).body)
    .flatMap(({ type, form, panel, target, steps }) =>
      type === "hint" ? [shape({ kind: form, ...panel, target })] : steps.map(shape),
    );
}

/** How applications and the guides of the libraries write tours. Each has the shape of its steps. */
const SHAPES: readonly (readonly [ImportFormat, string, string, readonly string[], file?: string])[] = [
  [
    "driver.js",
    "the example of the README",
    `import { driver } from "driver.js";import "driver.js/dist/driver.css";const driverObj = driver({ showProgress: true, steps: [{ element: '.page-header', popover: { title: 'Title', description: 'Description' } }, { element: '.top-nav', popover: { title: 'Title 2', description: 'D', side: "left", align: 'start' } }] });driverObj.drive();`,
    ["anchored:Title@.page-header", "anchored:Title 2@.top-nav"],
  ],
  [
    "driver.js",
    "a single highlight",
    `const d = driver(); d.highlight({ element: '#some-element', popover: { title: 'T', description: 'D' } });`,
    ["anchored:T@#some-element"],
  ],
  [
    "driver.js",
    "version 0.9",
    `const driver = new Driver({ animate: false, opacity: 0.5 }); driver.defineSteps([{ element: '#first', popover: { className: 'c', title: 'T', description: 'D', position: 'left-center', nextBtnText: 'Go' } }, { element: '#b', stageBackground: '#fff', popover: { title: 'B', description: 'x', position: 'mid-center' } }]);`,
    ["anchored:T@#first", "anchored:B@#b"],
    "t.js",
  ],
  [
    "driver.js",
    "a CommonJS module",
    `module.exports = { steps: [{ element: "#a", popover: { title: "A" } }] };`,
    ["anchored:A@#a"],
    "t.js",
  ],
  [
    "driver.js",
    "a typed constant",
    `export const tourSteps: DriveStep[] = [{ element: "#a", popover: { title: "A", description: "b" } }];`,
    ["anchored:A@#a"],
    "t.ts",
  ],
  [
    "driver.js",
    "translated texts",
    `const { t } = useI18n(); const d = driver({ steps: [{ element: "#a", popover: { title: t("tour.a"), description: t("tour.b") } }] });`,
    ["anchored:@#a"],
  ],
  [
    "driver.js",
    "labels with HTML entities",
    `const driverObj = driver({ nextBtnText: 'Next &rarr;', prevBtnText: '&larr; Previous', doneBtnText: '&times;', steps: [{ popover: { title: 'A' , onNextClick: () => { driverObj.moveNext() } } }, { popover: { title: 'B', showButtons: ['close'] } }] });`,
    ["centered:A{← Previous>back,Next →>next}", "centered:B"],
  ],
  [
    "driver.js",
    "a class field",
    `class Tour { steps = [{ element: "#a", popover: { title: "A" } }]; start() { driver({ steps: this.steps }).drive(); } }`,
    ["anchored:A@#a"],
  ],
  [
    "driver.js",
    "useMemo",
    `const steps = useMemo(() => [{ element: "#a", popover: { title: "A" } }], []); useEffect(() => { driver({ showProgress: true, steps }).drive(); }, []);`,
    ["anchored:A@#a"],
  ],
  [
    "driver.js",
    "a Vue ref",
    `const steps = ref([{ element: "#a", popover: { title: "A" } }]); driver({ steps: steps.value });`,
    ["anchored:A@#a"],
  ],
  [
    "intro.js",
    "the example of the README",
    `introJs().setOptions({ steps: [{ intro: "Hello world!" }, { element: document.querySelector('#step1'), intro: "This is a tooltip.", position: 'right' }], dontShowAgain: true }).start();`,
    ["centered:Hello world!", "anchored:This is a tooltip.@#step1"],
  ],
  [
    "intro.js",
    "a tour of version 8",
    `introJs.tour().setOptions({ steps: [{ title: 'Welcome', intro: 'Hello World! 👋' }] }).start();`,
    ["centered:Welcome"],
  ],
  [
    "intro.js",
    "addStep and addSteps",
    `const intro = new Tour(); intro.addStep({ element: "#a", intro: "A" }); intro.addSteps([{ element: "#b", intro: "B" }]);`,
    ["anchored:A@#a", "anchored:B@#b"],
  ],
  [
    "intro.js",
    "a chain of addStep",
    `introJs().addStep({ element: "#a", intro: "A" }).addStep({ element: "#b", intro: "B" }).start();`,
    ["anchored:A@#a", "anchored:B@#b"],
  ],
  [
    "intro.js",
    "intro.js-react",
    `export default () => <Steps enabled={true} steps={[{ element: '.selector1', intro: 'test 1', position: 'right', tooltipClass: 'x' }]} initialStep={0} onExit={onExit} />;`,
    ["anchored:test 1@.selector1"],
  ],
  [
    "intro.js",
    "hints of intro.js-react",
    `export default () => <Hints enabled hints={[{ element: '.selector1', hint: 'test 1', hintPosition: 'middle-middle' }]} />;`,
    ["hotspot:test 1@.selector1"],
  ],
  [
    "intro.js",
    "hints of version 8",
    `introJs.hint().setOptions({ hints: [{ element: "#h", hint: "New", hintPosition: "top-middle" }] }).showHints();`,
    ["hotspot:New@#h"],
  ],
  [
    "intro.js",
    "an Angular component",
    `class C { ngOnInit() { this.introJS = introJs(); this.introJS.setOptions({ steps: [{ element: this.ref.nativeElement, intro: "x" }], showProgress: true }); } }`,
    ["centered:x"],
  ],
  [
    "intro.js",
    "options of another constant",
    `const x = { name: "t", options: { steps: [{ intro: "a" }] } }; introJs().setOptions(x.options);`,
    ["centered:a"],
  ],
  [
    "joyride",
    "the state of a class",
    `class App extends React.Component { state = { steps: [{ target: '.my-first-step', content: 'This is my awesome feature!' }, { target: '.my-other-step', content: 'another' }] }; render() { const { steps } = this.state; return <Joyride steps={steps} />; } }`,
    ["anchored:This is my awesome feature!@.my-first-step", "anchored:another@.my-other-step"],
  ],
  [
    "joyride",
    "useState with a pattern",
    `const [{ run, steps }, setState] = useState({ run: true, steps: [{ content: <h2>Let's begin our journey!</h2>, locale: { skip: <strong>S-K-I-P</strong> }, placement: 'center', target: 'body' }] }); return <Joyride run={run} steps={steps} />;`,
    ["centered:Let's begin our journey!"],
  ],
  [
    "joyride",
    "useState with a type",
    `const [steps] = useState<Step[]>([{ target: ".a", content: "A" }]); const x = <ReactJoyride steps={steps} />;`,
    ["anchored:A@.a"],
  ],
  [
    "joyride",
    "React.useMemo",
    `const steps = React.useMemo(() => [{ target: ".a", content: "A", disableBeacon: true }], []); const x = <Joyride steps={steps} />;`,
    ["anchored:A@.a"],
  ],
  [
    "joyride",
    "options of version 2",
    `export const steps: Step[] = [{ target: ".a", content: "A", floaterProps: { disableAnimation: true }, event: 'hover', isFixed: true, spotlightPadding: 20, styles: { options: { zIndex: 1 } } }];`,
    ["anchored:A@.a"],
  ],
  [
    "joyride",
    "a component with another name",
    `const Tour = dynamic(() => import("react-joyride")); const x = <Tour steps={[{ target: ".a", content: "A" }]} />;`,
    ["anchored:A@.a"],
  ],
  [
    "joyride",
    "useJoyride",
    `const { controls, Tour } = useJoyride({ steps: [{ target: ".a", content: "A" }], continuous: true });`,
    ["anchored:A@.a"],
  ],
  [
    "joyride",
    "translated texts",
    `const steps = [{ target: ".a", title: t("a"), content: <p>{t("b")}</p> }]; const x = <Joyride steps={steps} />;`,
    ["anchored:@.a"],
  ],
  [
    "shepherd",
    "the example of the README",
    `const tour = new Shepherd.Tour({ useModalOverlay: true, defaultStepOptions: { classes: 'shadow-md', scrollTo: true } }); tour.addStep({ id: 'example-step', text: 'This step is attached', attachTo: { element: '.example', on: 'bottom' }, classes: 'x', buttons: [{ text: 'Next', action: tour.next }] }); tour.start();`,
    ["anchored:This step is attached@.example{Next>next}"],
  ],
  [
    "shepherd",
    "buttons with types",
    `const tour = new Shepherd.Tour({ steps: [{ id: 'intro', attachTo: { element: '.first', on: 'bottom' }, beforeShowPromise: function () { return new Promise(r => r()); }, buttons: [{ classes: 'b', text: 'Exit', type: 'cancel' }, { text: 'Back', type: 'back' }, { text: 'Next', type: 'next' }], cancelIcon: { enabled: true }, title: 'Welcome', text: ['a', 'b'], when: { show: () => {} } }] });`,
    ["anchored:Welcome@.first{Exit>close,Back>back,Next>next}"],
  ],
  [
    "shepherd",
    "react-shepherd",
    `const steps = [{ id: 'a', title: 'A', text: ['x'], attachTo: { element: '.a', on: 'auto' } }]; const x = <ShepherdTour steps={steps} tourOptions={{ useModalOverlay: true }}><App /></ShepherdTour>;`,
    ["anchored:A@.a"],
  ],
  [
    "shepherd",
    "angular-shepherd",
    `this.shepherdService.defaultStepOptions = defaultStepOptions; this.shepherdService.modal = true; this.shepherdService.addSteps([{ id: 'a', title: 'A', text: 'x', attachTo: { element: '.a', on: 'top' } }]);`,
    ["anchored:A@.a"],
  ],
  [
    "shepherd",
    "vue-shepherd",
    `const tour = useShepherd({ useModalOverlay: true }); tour.addStep({ attachTo: { element: el, on: 'top' }, text: 'Test' });`,
    ["centered:Test"],
  ],
  [
    "shepherd",
    "version 2",
    `tour.addStep('old', { title: 'T', text: 'x', attachTo: '.hero bottom', buttons: [{ text: 'Next', action: tour.next, classes: 'shepherd-button-secondary' }] });`,
    ["anchored:T@.hero{Next>next}"],
  ],
  [
    "shepherd",
    "an element by function",
    `export const steps: StepOptions[] = [{ id: "a", text: "<p>Hi <b>you</b></p>", attachTo: { element: () => document.querySelector("#x"), on: "right-start" }, highlightClass: "h" }];`,
    ["anchored:Hi you@#x"],
  ],
  [
    "posthog",
    "a list of PostHog",
    JSON.stringify([
      {
        id: "1",
        name: "T",
        steps: [
          {
            id: "s",
            type: "modal",
            content: null,
            contentHtml: "<h2>Hi</h2><p>there</p>",
            buttons: { primary: { text: "Go", action: "next_step" } },
          },
          {
            type: "element",
            selector: "#a",
            content: {
              type: "doc",
              content: [
                {
                  type: "paragraph",
                  content: [{ type: "text", text: "x", marks: [{ type: "code" }] }, { type: "hardBreak" }],
                },
                { type: "codeBlock", content: [{ type: "text", text: "c" }] },
                { type: "blockquote", content: [{ type: "paragraph", content: [{ type: "text", text: "q" }] }] },
              ],
            },
          },
          { type: "banner", content: null, bannerConfig: { behavior: "sticky" } },
          { type: "survey", survey: { type: "open" }, content: null },
        ],
      },
    ]),
    ["centered:Hi", "anchored:@#a", "banner:", "centered:"],
    "t.json",
  ],
];

test.each(SHAPES)("%s: reads %s", (from, _, text, shapes, file = "tour.tsx") => {
  expect(shapesOf(from, text, file)).toEqual([...shapes]);
});
