// Runs before the first paint: a chosen look never flashes the other one. A file, because the policy allows no inline script.
try {
  const chosen = localStorage.getItem("fanfare-console-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  if (localStorage.getItem("fanfare-console-density") === "compact") {
    document.documentElement.dataset.density = "compact";
  }
} catch {
  // Storage is switched off: the theme follows the system.
}

// Zod compiles its parsers with `new Function` where it may; under this page's policy even the attempt is reported. Said
// here, because schemas that several parts of the console share are made before the console's own first line runs.
globalThis.__zod_globalConfig = { jitless: true };
