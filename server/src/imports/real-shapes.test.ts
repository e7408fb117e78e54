import { expect, test } from "bun:test";
import { expectAccounted } from "../../test/support/accounted-fields.ts";
import { findingLines, shape } from "../../test/support/imported-shape.ts";
import { type ImportFormat, importContent } from "./import-content.ts";

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
    "driver.js",
    "steps that a function returns",
    `const getSteps = (t) => { const first = { element: "#a", popover: { title: "A" } }; return [first, { element: "#b", popover: { title: t("b", "B") } }]; }; export function startTour(t) { const d = driver({ steps: getSteps(t) }); d.drive(); }`,
    ["anchored:A@#a", "anchored:B@#b"],
  ],
  [
    "driver.js",
    "steps of a function that nothing in the file calls",
    `export function useProductTour() { return [{ element: "#a", popover: { title: "A" } }]; }`,
    ["anchored:A@#a"],
  ],
  [
    "driver.js",
    "steps.push",
    `function start() { let steps = []; steps.push({ element: "#b", popover: { title: "B" } }, { popover: { title: "C" } }); steps.unshift({ element: "#a", popover: { title: "A" } }); steps = [...steps, { popover: { title: "D" } }]; steps = steps.concat([{ popover: { title: "E" } }]); driver({ steps }).drive(); }`,
    ["anchored:A@#a", "anchored:B@#b", "centered:C", "centered:D", "centered:E"],
  ],
  [
    "driver.js",
    "one list per page in an object",
    `export const TOURS = { home: [{ element: "#a", popover: { title: "A" } }], settings: [{ element: "#b", popover: { title: "B" } }] }; export const start = (page) => driver({ steps: TOURS[page], allowClose: false }).drive();`,
    ["anchored:A@#a", "anchored:B@#b"],
  ],
  [
    "driver.js",
    "a page with an inline script",
    `<!doctype html><body><div id="a"></div><script src="driver.js.iife.js"></script><script>const driver = window.driver.js.driver;
const driverObj = driver({ steps: [{ element: '#a', popover: { title: 'A' } }] }); driverObj.drive();</script></body>`,
    ["anchored:A@#a"],
    "index.html",
  ],
  [
    "driver.js",
    "a component of Vue",
    `<script setup lang="ts">import { driver } from "driver.js"; const steps = ref<DriveStep[]>([{ element: "#a", popover: { title: "A" } }]); onMounted(() => driver({ steps: steps.value }).drive());</script><template><Layout><div id="a" /></Layout></template>`,
    ["anchored:A@#a"],
    "Home.vue",
  ],
  [
    "driver.js",
    "functions with the same names",
    `function home() { const steps = [{ popover: { title: "A" } }]; const driverObj = driver({ steps }); driverObj.drive(); } function settings() { const steps = [{ popover: { title: "B" } }]; const driverObj = driver({ steps }); driverObj.drive(); }`,
    ["centered:A", "centered:B"],
  ],
  [
    "driver.js",
    "a switch over pages",
    `function stepsFor(page) { switch (page) { case "home": return [{ popover: { title: "A" } }]; case "orders": return [{ popover: { title: "B" } }]; default: return []; } } driver({ steps: stepsFor(location.pathname) });`,
    ["centered:A", "centered:B"],
  ],
  [
    "driver.js",
    "elements of functions",
    `driver({ steps: [{ element: () => document.querySelector("#a"), popover: { title: "A" } }, { element: document.getElementsByClassName("b c")[0], popover: { title: "B" } }, { element: () => { return document.getElementById("d") as HTMLElement; }, popover: { title: "D" } }] });`,
    ["anchored:A@#a", "anchored:B@.b.c", "anchored:D@#d"],
  ],
  [
    "driver.js",
    "templates of constants",
    `const product = 'Acme'; driver({ steps: [{ element: \`#menu\`, popover: { title: \`Welcome to \${product}\` } }] });`,
    ["anchored:Welcome to Acme@#menu"],
  ],
  [
    "intro.js",
    "setOption with steps",
    `const intro = introJs(); intro.setOption("steps", [{ element: "#a", intro: "A" }]); intro.setOption("prevLabel", "Back"); intro.start();`,
    ["anchored:A@#a{Back>back,Next>next}"],
  ],
  [
    "intro.js",
    "elements of jQuery",
    `introJs().setOptions({ steps: [{ element: $("#a")[0], intro: "A" }, { element: jQuery(".b").get(0), intro: "B" }, { element: document.querySelectorAll(".c")[0], intro: "C" }] }).start();`,
    ["anchored:A@#a", "anchored:B@.b", "anchored:C@.c"],
  ],
  [
    "intro.js",
    "angular-intro.js",
    `app.controller("Main", function ($scope) { $scope.IntroOptions = { steps: [{ element: document.querySelector('#step1'), intro: "First" }, { element: '#step2', intro: "Second", position: 'right' }], showStepNumbers: false, nextLabel: '<strong>NEXT!</strong>' }; });`,
    ["anchored:First@#step1", "anchored:Second@#step2"],
  ],
  [
    "intro.js",
    "options that get their steps later",
    `var options = { exitOnEsc: false }; options.steps = [{ intro: "A" }]; introJs().setOptions(options).start();`,
    ["centered:A"],
  ],
  [
    "intro.js",
    "a page with attributes",
    `<div data-step="1" data-intro="A" id="a"></div><button data-step="2" data-intro="B">Save</button><script>introJs().start();</script>`,
    ["anchored:A@#a", "anchored:B@Save"],
    "page.html",
  ],
  [
    "intro.js",
    "a page with an inline script",
    `<div id="a"></div><script>$(function () { var intro = introJs(); intro.setOptions({ steps: [{ element: $('#a')[0], intro: 'A' }] }); intro.start(); });</script>`,
    ["anchored:A@#a"],
    "page.html",
  ],
  [
    "intro.js",
    "a field that is assigned",
    `class C { introJS = introJs(); steps; ngOnInit() { this.steps = [{ intro: "A" }]; this.introJS.setOptions({ steps: this.steps }).start(); } }`,
    ["centered:A"],
  ],
  [
    "joyride",
    "one tour per page",
    `const TOURS = { home: { steps: [{ target: ".a", content: "A" }] }, settings: { steps: [{ target: ".b", content: "B" }] } }; export const Tour = ({ page }) => <Joyride {...TOURS[page]} run continuous />;`,
    ["anchored:A@.a", "anchored:B@.b"],
  ],
  [
    "joyride",
    "steps of an arrow function",
    `export const getSteps = (t: TFunction): Step[] => [{ target: ".a", content: t("a", "First step") }]; export const Tour = () => { const { t } = useTranslation(); return <Joyride steps={getSteps(t)} />; };`,
    ["anchored:First step@.a"],
  ],
  [
    "joyride",
    "version 1",
    `const steps = [{ title: 'First Step', text: 'Start using the <strong>joyride</strong>', selector: '.first-step', position: 'bottom-left', type: 'hover' }]; const x = <Joyride ref="joyride" steps={steps} run={true} />;`,
    ["anchored:First Step@.first-step"],
  ],
  [
    "joyride",
    "translated components",
    `const steps = [{ target: ".a", content: <Trans i18nKey="tour.a">Press <strong>Save</strong></Trans> }, { target: ".b", content: <Trans i18nKey="tour.b" defaults="See all" /> }, { target: ".c", content: <FormattedMessage id="c" defaultMessage="Send it" /> }, { target: ".d", content: intl.formatMessage({ id: "d", defaultMessage: "Done" }) }]; const x = <Joyride steps={steps} />;`,
    ["anchored:Press Save@.a", "anchored:See all@.b", "anchored:Send it@.c", "anchored:Done@.d"],
  ],
  [
    "joyride",
    "texts within components",
    `const x = <Joyride steps={[{ target: ".a", content: <Typography variant="body1">Read me</Typography> }]} />;`,
    ["anchored:Read me@.a"],
  ],
  [
    "joyride",
    "several lists of a file",
    `export const homeSteps = [{ target: ".a", content: "A" }]; export const orderSteps = [{ target: ".b", content: "B" }];`,
    ["anchored:A@.a", "anchored:B@.b"],
  ],
  [
    "joyride",
    "steps of a condition",
    `const steps = [{ target: ".a", content: "A" }, ...(isAdmin ? [{ target: ".b", content: "B" }] : []), isNew && { target: ".c", content: "C" }].filter(Boolean); const x = <Joyride steps={steps} />;`,
    ["anchored:A@.a", "anchored:B@.b", "anchored:C@.c"],
  ],
  [
    "shepherd",
    "tour.set of Ember",
    `tour.set('defaultStepOptions', { scrollTo: true }); tour.set('steps', [{ id: 'intro', options: { attachTo: { element: '.first', on: 'bottom' }, builtInButtons: [{ classes: 'c', text: 'Exit', type: 'cancel' }, { text: 'Next', type: 'next' }], title: 'Welcome', text: ['x'] } }]);`,
    ["anchored:Welcome@.first{Exit>close,Next>next}"],
  ],
  [
    "shepherd",
    "steps of a JSON file",
    `{ "tourName": "orders", "steps": [{ "id": "a", "title": "A", "text": "x", "attachTo": { "element": ".a", "on": "top" }, "buttons": [{ "text": "Next", "type": "next" }] }] }`,
    ["anchored:A@.a{Next>next}"],
    "tour.json",
  ],
  [
    "shepherd",
    "a page with an inline script",
    `<div class="a"></div><script type="module">import Shepherd from "https://cdn.example/shepherd.mjs"; const tour = new Shepherd.Tour({}); tour.addStep({ title: "A", text: "x", attachTo: { element: ".a", on: "top" }, buttons: [{ action() { return this.back(); }, text: "Back" }, { action() { return this.next(); }, text: "Next" }] }); tour.start();</script>`,
    ["anchored:A@.a{Back>back,Next>next}"],
    "index.html",
  ],
  [
    "shepherd",
    "two tours of a file",
    `const home = new Shepherd.Tour({ tourName: "home" }); const orders = new Shepherd.Tour({ tourName: "orders" }); home.addStep({ title: "A", text: "x" }); orders.addStep({ title: "B", text: "x" }); home.addStep({ title: "C", text: "x" });`,
    ["centered:A", "centered:C", "centered:B"],
  ],
  [
    "shepherd",
    "ShepherdJourneyProvider",
    `const steps = [{ id: "a", title: "A", text: ["x"], buttons: [{ text: "Close", action() { return Shepherd.activeTour?.cancel(); } }] }]; const { Shepherd } = useShepherdContext(); const tour = new Shepherd.Tour({ defaultStepOptions: {}, steps });`,
    ["centered:A{Close>host}"],
  ],
  [
    "shepherd",
    "steps of a loop",
    `const tour = new Shepherd.Tour({}); const steps = [{ title: "A", text: "x", attachTo: { element: ".a", on: "top" } }]; steps.forEach((step) => tour.addStep(step));`,
    ["anchored:A@.a"],
  ],
  [
    "shepherd",
    "further highlights",
    `tour.addStep({ title: "A", text: "x", attachTo: { element: ".a", on: "left-end" }, extraHighlights: [".b", ".c"] });`,
    ["anchored:A@.a"],
  ],
  [
    "shepherd",
    "texts of functions",
    `tour.addStep({ title: () => t("a"), text: () => "x", attachTo: { element: ".a", on: "top" } });`,
    ["anchored:x@.a"],
  ],
  [
    "shepherd",
    "a click on another element",
    `tour.addStep({ title: "A", text: "x", attachTo: { element: ".a", on: "top" }, advanceOn: { selector: ".b", event: "input" } });`,
    ["anchored:A@.a"],
  ],
  [
    "shepherd",
    "a step under a condition",
    `tour.addStep({ title: "A", text: "x", showOn: () => user.isAdmin, when: { show() {} }, cancelIcon: { enabled: true } });`,
    ["centered:A"],
  ],
  [
    "shepherd",
    "a button to a step by its ID",
    `tour.addSteps([{ id: "a", title: "A", text: "x", buttons: [{ text: "Skip", action() { return this.show("c"); } }] }, { id: "b", title: "B", text: "x" }, { id: "c", title: "C", text: "x" }]);`,
    ["centered:A{Skip>go_to}", "centered:B", "centered:C"],
  ],
  [
    "shepherd",
    "missing elements",
    `tour.addStep({ title: "A", text: "x", attachTo: { element: ".a", on: "top" }, waitForElement: 5000, skipMissingElement: true });`,
    ["anchored:A@.a"],
  ],
  [
    "shepherd",
    "a tour that stays open",
    `const tour = new Shepherd.Tour({ exitOnEsc: false, confirmCancel: true, confirmCancelMessage: "Leave?", defaultStepOptions: { canClickTarget: false, scrollTo: false } }); tour.addStep({ title: "A", text: "x", attachTo: { element: ".a", on: "top" } });`,
    ["anchored:A@.a"],
  ],
  [
    "joyride",
    "sides and scrolling",
    `const x = <Joyride steps={[{ target: ".a", content: "A", placement: "left-start", skipScroll: true, scrollOffset: 40 }, { target: ".b", content: "B", placement: "auto", isFixed: true }]} />;`,
    ["anchored:A@.a", "anchored:B@.b"],
  ],
  [
    "joyride",
    "a step with something to do first",
    `const x = <Joyride steps={[{ target: ".a", content: "A", before: async () => openMenu(), targetWaitTimeout: 3000 }]} />;`,
    ["anchored:A@.a"],
  ],
  [
    "joyride",
    "components of its own",
    `const x = <Joyride tooltipComponent={Tooltip} beaconComponent={Beacon} styles={{ options: { primaryColor: "#f00" } }} steps={[{ target: ".a", title: <Badge>New</Badge>, content: <Fancy />, styles: {}, data: { id: 1 } }]} />;`,
    ["anchored:New@.a"],
  ],
  [
    "joyride",
    "labels",
    `const x = <Joyride continuous locale={{ back: "Zurück", next: "Weiter", last: "Fertig" }} steps={[{ target: ".a", content: "A" }, { target: ".b", content: "B", locale: { last: "Ende" } }]} />;`,
    ["anchored:A@.a{Zurück>back,Weiter>next}", "anchored:B@.b{Zurück>back,Ende>next}"],
  ],
  [
    "joyride",
    "targets that can't be read",
    `const x = <Joyride steps={[{ target: ref.current, content: "A" }, { target: "#b", content: "B", spotlightTarget: "#c", disableOverlay: true }]} dismissKeyAction={false} />;`,
    ["centered:A", "anchored:B@#b"],
  ],
  [
    "intro.js",
    "labels and options",
    `introJs().setOptions({ nextLabel: "Go", doneLabel: "End", exitOnEsc: false, disableInteraction: true, showBullets: false, steps: [{ element: "#a", intro: "A" }, { intro: "B" }] }).start();`,
    ["anchored:A@#a", "centered:B"],
  ],
  [
    "intro.js",
    "a floating step",
    `introJs().setOptions({ steps: [{ element: "#a", intro: "A", position: "floating", tooltipClass: "wide" }] }).start();`,
    ["centered:A"],
  ],
  [
    "intro.js",
    "a choice that lasts some days",
    `introJs().setOptions({ dontShowAgain: true, dontShowAgainLabel: "No more", dontShowAgainCookieDays: 30, steps: [{ intro: "A" }] }).start();`,
    ["centered:A"],
  ],
  [
    "intro.js",
    "a page with groups and a hint",
    `<div data-intro="A" data-intro-group="One" id="a"></div><div data-intro="B" data-intro-group="Two" id="b"></div><i data-hint="New" data-hint-animation="true" id="c"></i>`,
    ["anchored:A@#a", "anchored:B@#b", "hotspot:New@#c"],
    "page.html",
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

test("twenty shapes of each library are read", () => {
  for (const library of ["driver.js", "intro.js", "joyride", "shepherd"]) {
    const count = SHAPES.filter(([from]) => from === library).length;
    expect([library, count >= 20]).toEqual([library, true]);
  }
});

test.each(SHAPES)("%s: reads %s", (from, _, text, shapes, file = "tour.tsx") => {
  const { files, report, slugs } = importContent(from, { file, text, name: "First steps", taken: new Set() });
  expectAccounted(report, text);
  const contents = files.map((each) => JSON.parse(each.text));
  expect(contents.flatMap(({ body }) => shape(body))).toEqual([...shapes]);
  expect({ slugs, contents, findings: findingLines(report) }).toMatchSnapshot();
});
