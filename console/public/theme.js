// Runs before the first paint: a chosen theme never flashes the other one. A file, because the policy allows no inline script.
try {
  const chosen = localStorage.getItem("fanfare-console-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is switched off: the theme follows the system.
}
