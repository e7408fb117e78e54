import type { Catalogue } from "../catalogue.ts";

export const settings = {
  Appearance: "المظهر",
  "In this browser.": "في هذا المتصفح.",
  Language: "اللغة",
  Theme: "السمة",
  Density: "الكثافة",
  System: "حسب النظام",
  Light: "فاتح",
  Dark: "داكن",
  Comfortable: "مريحة",
  Compact: "متراصة",
} satisfies Catalogue;
