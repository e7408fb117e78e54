import { ADOPTION_TEMPLATES } from "./adoption.ts";
import { FEEDBACK_TEMPLATES } from "./feedback.ts";
import { GROWTH_TEMPLATES } from "./growth.ts";
import { ONBOARDING_TEMPLATES } from "./onboarding.ts";
import { SERVICE_TEMPLATES } from "./service.ts";
import type { Template } from "./template.ts";

/** Built-in templates, by goal. Loaded with the gallery only. */
export const TEMPLATES: readonly Template[] = [
  ...ONBOARDING_TEMPLATES,
  ...ADOPTION_TEMPLATES,
  ...FEEDBACK_TEMPLATES,
  ...GROWTH_TEMPLATES,
  ...SERVICE_TEMPLATES,
];
