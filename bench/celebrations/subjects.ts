/**
 * A library under test: the scripts it loads, and how to trigger one burst of 150 pieces. Exposed in the page as
 * `party()`.
 */
export interface Subject {
  readonly name: string;
  readonly scripts: readonly string[];
  /** Source of a module that sets `window.party`. */
  readonly setup: string;
  /** Most time on the main thread, as a multiple of the reference's. */
  readonly goal?: number;
}

export const SUBJECTS: readonly Subject[] = [
  {
    name: "fanfare, in a worker",
    scripts: [],
    setup: `import { init } from "/sdk/fanfare.js";
      const fanfare = init({ key: "bench", host: location.origin, worker: true });
      window.party = () => fanfare.celebrate("burst").finished;`,
    goal: 1.2,
  },
  {
    name: "fanfare, in the page",
    scripts: [],
    setup: `import { init } from "/sdk/fanfare.js";
      const fanfare = init({ key: "bench", host: location.origin, worker: false });
      window.party = () => fanfare.celebrate("burst").finished;`,
    goal: 6,
  },
  {
    name: "canvas-confetti, in its worker",
    scripts: ["/lib/canvas-confetti/dist/confetti.browser.js"],
    setup: `window.party = () => confetti({ particleCount: 150, spread: 140, startVelocity: 45 });`,
  },
  {
    name: "js-confetti",
    scripts: ["/lib/js-confetti/dist/js-confetti.browser.js"],
    setup: `const throwing = new JSConfetti();
      window.party = () => throwing.addConfetti({ confettiNumber: 150 });`,
  },
  {
    name: "@tsparticles/confetti",
    scripts: ["/lib/@tsparticles/confetti/tsparticles.confetti.bundle.min.js"],
    setup: `window.party = async () => { await confetti({ particleCount: 150, spread: 140, startVelocity: 45 }); };`,
  },
];
