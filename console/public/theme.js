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

// The language that was chosen here, else the first of the browser's that the console speaks; English stands in the page.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("fanfare-console-language");
  } catch {
    // Storage is switched off: the browser's own languages choose.
  }
  const spoken = { en: "ltr", ar: "rtl" };
  const wanted = [chosen, ...navigator.languages.map((tag) => tag.split("-")[0])].find((tag) =>
    Object.hasOwn(spoken, tag),
  );
  if (wanted !== undefined) {
    document.documentElement.lang = wanted;
    document.documentElement.dir = spoken[wanted];
  }
}

// Zod compiles its parsers with `new Function` where it may; under this page's policy even the attempt is reported. Said
// here, because schemas that several parts of the console share are made before the console's own first line runs.
globalThis.__zod_globalConfig = { jitless: true };
