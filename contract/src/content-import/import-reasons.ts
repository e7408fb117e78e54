/**
 * Why an import from another tool didn't carry over a value as it is, and what to do, in English. Printed by `fanfare
 * content import`, and shown in the console.
 */
export const IMPORT_REASONS = {
  code: {
    reason: "The value is code, which an import never runs.",
    remedy: "Enter it in the editor. If the page has to prepare something first, add a host action to the step.",
  },
  callback: {
    reason: "Callbacks aren't carried over.",
    remedy: "Listen with fanfare.on(), or register a host action with fanfare.action().",
  },
  appearance: { reason: "Appearance isn't carried over.", remedy: "Set colors, radius, and backdrop in a theme." },
  built_in: { reason: "Fanfare takes care of this.", remedy: "Nothing to do." },
  no_counterpart: { reason: "Fanfare has no such option.", remedy: "Check in the preview that nothing is missing." },
  always_closable: { reason: "People can always close content.", remedy: "Nothing to do. Escape doesn't close it." },
  unknown: { reason: "The import doesn't know this option.", remedy: "If it matters, set it in the editor." },
  wrong_type: { reason: "The value has another type than the library documents.", remedy: "Enter it in the editor." },
  direction: {
    reason: "Left and right became start and end, which follow the page's text direction.",
    remedy: "Nothing to do.",
  },
  html: { reason: "This HTML has no counterpart. Its text is kept.", remedy: "Check the text in the editor." },
  unsafe_address: { reason: "The address isn't allowed.", remedy: "Use https:, http:, mailto:, tel:, or a path." },
  picture: { reason: "The picture has no description.", remedy: "Describe it for people who can't see it." },
  label_length: { reason: "The label is too long for a button.", remedy: "Shorten it in the editor." },
  title_missing: { reason: "There's no title.", remedy: "Enter one before you publish." },
  text_missing: { reason: "The file doesn't contain the texts.", remedy: "Enter them before you publish." },
  target_missing: { reason: "There's no selector for the target.", remedy: "Pick the element on your page." },
  step_condition: {
    reason: "The code adds this only under a condition. It's imported without.",
    remedy: "Set the condition under which the step is skipped, or remove it.",
  },
  changed: {
    reason: "The code changes these before they are used.",
    remedy: "Check in the preview what it adds.",
  },
  script: {
    reason: "This script of the page can't be parsed.",
    remedy: "If it has steps, save it as a file without parts of a template, and import that.",
  },
  split: { reason: "There are more parts than Fanfare allows in one.", remedy: "Check where it was divided." },
  too_many_buttons: { reason: "A step has at most four buttons.", remedy: "Decide in the editor which ones it needs." },
  columns: { reason: "Columns became one column.", remedy: "Check the order of the blocks." },
  one_action: {
    reason: "Only the first action is carried over.",
    remedy: "Add the others to the button in the editor.",
  },
  button_condition: {
    reason: "Conditions of buttons aren't carried over.",
    remedy: "Set the condition of the button in the editor.",
  },
  recorded: { reason: "Recorded targets belong to the other tool.", remedy: "Pick the element on your page." },
  condition: {
    reason: "This condition can't be carried over, so no one sees the content.",
    remedy: "Set the audience in the editor. Until then it's 0 percent of people.",
  },
  separate: {
    reason: "This is content of its own in Fanfare.",
    remedy: "Create it, and start it with a button of this step.",
  },
  pattern: {
    reason: "Page rules have no regular expressions, so no one sees the content.",
    remedy: "Use patterns with * and **, such as https://shop.example/orders/*.",
  },
  cookie: {
    reason: "Earlier choices are in a cookie of the page.",
    remedy: "If the cookie is there, call fanfare.suppress() once with the slug. See the documentation of imports.",
  },
  centered: {
    reason: "The library shows this step in the center of the page.",
    remedy: "If it belongs to an element, pick it in the editor.",
  },
  nested: { reason: "This names a part of another card of the tool.", remedy: "Nothing to do." },
  more_pages: { reason: "The file is one page of a longer list.", remedy: "Import the other pages, too." },
  name_length: {
    reason: "The name is longer than Fanfare allows, so it was shortened.",
    remedy: "Check it in the editor.",
  },
  schedule: { reason: "The time isn't a valid date.", remedy: "Set the schedule in the editor." },
} as const;
export type ImportReason = keyof typeof IMPORT_REASONS;

// Cast: the keys of the table.
export const IMPORT_REASON_CODES = Object.keys(IMPORT_REASONS) as ImportReason[];
