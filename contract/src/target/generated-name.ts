import { isFrameworkClass } from "./framework-classes.ts";

/** Where a name is used. Only classes can be presentational. */
export type NameKind = "class" | "id" | "value";

/** Prefixes that only CSS tools generate. */
const STYLE_TOOLS =
  /^(?:css|jss|tss|svelte|emotion|goober)-|^sc-(?=[a-z]*[A-Z])|^go\d{5,}$|^s-[\w-]{10,}$|^jsx-\d+$|^_?ng(?:content|host)?-/;
/** Libraries' unique IDs, whose counters restart with each build or page load. */
const COUNTERS =
  /(?:^|[-_])(?:ember|react|reach|mui|radix|headlessui|jss|jsx|svelte|makestyles|withstyles|downshift|tippy|popper|cdk|mat|mdc|mce|cke|tinymce|yui|gwt|ext|dijit|dojo|rc|rcdh|vaul|cmdk|floating|mantine|chakra|ariakit|uid|guid|gen|autogen|auto|id|slick|splide|swiper|highcharts|select2|datatables|quill)(?:[-_][a-z]+){0,4}?[-_]?\d+(?:[-_]|$)/i;
/** UI parts that libraries also number. One digit may be an author's; more are generated. */
const COUNTED_PARTS =
  /(?:^|[-_])(?:input|field|control|label|help|menu|menuitem|listbox|combobox|option|tabpanel|tabs|dialog|modal|popover|tooltip|dropdown|accordion|collapse|disclosure|checkbox|switch|select|overlay|portal|root|component|item|node|view|widget|element|el|button|trigger|content|v)(?:[-_][a-z]+)?[-_]?\d{2,}(?:[-_]|$)/i;
/** Characters of `useId` and derived IDs, which authors don't use. */
const USE_ID = /[:«»]|(?:^|[-_])_?[rR]_[0-9a-z]{1,4}_(?:[-_]|$)/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
/** Common names that contain digits. */
const PRONOUNCEABLE_WITH_DIGITS =
  /^(?:h264|h265|mp[34]|md5|utf8|html5|css3|es\d+|base(?:32|58|64)|sha\d{1,3}|ipv[46]|i18n|l10n|a11y|g11n|o11y|k8s|[bpgc]2[bcpg]|s3|ec2|w3c|web3|[0-9]+(?:d|st|nd|rd|th|x|px|em|rem|h|k|fa|xl|xs|pm|am|min|sec|col|way|up|p))$/i;
/** Words without vowels, and others that look random. */
const WORDS = new Set(
  "https xhtml rdbms angst lengths strengths downstream backstroke matchstick catchphrase".split(" "),
);
/** Letter pairs that rarely occur in words. */
const RARE =
  /[bcdfghjklmnprstvwxz]q|q[^u]|j[^aeiouy]|[cdfghjklmpqrstvwz]x|x[bdfgjklmnrvwxz]|z[bcdfgjkmnpqrstvwx]|v[bcdfghjkmnpqtwxz]|[bcdfgjkpqtvwx]z|[fghjqvwxz]k|h[bcfghjkpqvxz]|w[jqvxz]|g[bcjkqvxz]|[mpbfvk]j|f[bdghjkmnpqvwx]|k[cfgjkpqvxz]|p[bcdfgjkqvxz]|b[fghkqwxz]|d[bcfkpqx]|[jqvxz]h/g;

/**
 * Whether a class name, ID, or attribute value looks generated and will change with the next build or page load. Also
 * true for classes that only describe the look (`flex`, `md:px-4`). Locators avoid such names.
 *
 * @example
 * isGeneratedName("css-1q2w3e"); // true
 * isGeneratedName(":r1:", "id"); // true
 * isGeneratedName("px-4"); // true
 * isGeneratedName("order-list"); // false
 */
export function isGeneratedName(name: string, kind: NameKind = "class"): boolean {
  if (kind === "value" && /[\s/.@]/.test(name)) return UUID.test(name);
  if (kind === "class" && isUtility(name)) return true;
  if (USE_ID.test(name) || UUID.test(name) || STYLE_TOOLS.test(name) || COUNTERS.test(name)) return true;
  if (kind === "id" && COUNTED_PARTS.test(name)) return true;
  return name.split(/[-_]+/).some((part) => part !== "" && isRandomPart(part));
}

/** Utility families that themes extend with their own values: `text-ink-2`, `bg-brand`, `rounded-card`. */
const THEMED =
  /^-?(?:text|bg|border|ring|outline|fill|stroke|shadow|rounded|font|from|via|to|divide|accent|caret|decoration|placeholder|leading|tracking|size|gap|[wh]|(?:min|max)-[wh]|[mp][trblxyse]?|inset|translate|group|peer|transition|animate|duration|ease|cursor|whitespace|overflow)-/;
/** Classes for states and sizes. */
const STATES =
  /-(?:xs|sm|md|lg|xl)$|^(?:is|has|was|ng|v)-|^(?:active|inactive|open|opened|closed|collapsed|collapse|collapsing|show|shown|hide|visible|selected|current|checked|disabled|enabled|focus|focused|hover|loading|loaded|dragging|expanded|pressed|valid|invalid|dirty|touched|pristine|error|fade|in|out|group|peer)$/;
/** With at least this many utility classes, the element's themed classes count as utilities, too. */
const UTILITY_CLASSES_MIN = 3;

/**
 * Classes that are likely to identify an element in the future: not generated, presentational, a state, or of a CSS
 * framework.
 *
 * @example
 * stableClasses(["btn", "btn-save", "px-4", "css-1q2w3e", "active"]); // ["btn-save"]
 */
export function stableClasses(classes: readonly string[]): readonly string[] {
  const soup = classes.filter(isUtility).length >= UTILITY_CLASSES_MIN;
  return classes.filter(
    (name) => !isGeneratedName(name) && !STATES.test(name) && !isFrameworkClass(name) && !(soup && THEMED.test(name)),
  );
}

/** Whether one part of a name looks random on its own. */
function isRandomPart(part: string): boolean {
  if (PRONOUNCEABLE_WITH_DIGITS.test(part) || WORDS.has(part.toLowerCase())) return false;
  if (/^\d+$/.test(part)) return part.length >= 4 && !/^(?:19|20)\d\d$/.test(part);
  const word = part.replace(/\d{1,3}$/, "");
  // Digits before or between letters, or a long number at the end.
  if (/\d/.test(word)) return part.length >= 5;
  const pieces = word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+/g) ?? [];
  // Mixed case is fine for real words: `getURLButton`, not `bdVaJa`.
  if (pieces.length >= 3 && word.length / pieces.length < 2.7) return word.length >= 5;
  return pieces.some((piece) => isUnpronounceable(piece.toLowerCase(), word.length));
}

function isUnpronounceable(piece: string, of: number): boolean {
  if (of < 5 || WORDS.has(piece) || !/^[a-z]+$/.test(piece)) return false;
  if (piece.length >= 5 && !/[aeiouy]/.test(piece)) return true;
  if (/[bcdfghjklmnpqrstvwxz]{6}/.test(piece)) return true;
  if (piece.length >= 5 && piece.length <= 6 && /[bcdfghjklmnpqrstvwxz]{4}(?!s$)/.test(piece.replace(/s$/, "")))
    return true;
  return (piece.match(RARE) ?? []).length >= (piece.length > 8 ? 3 : 2);
}

const SCALE =
  "(?:n?\\d+(?:\\/\\d+)?|px|auto|full|screen|min|max|fit|none|xs|sm|md|lg|\\d?xl|xxl|base|first|last|[xytrblse]|start|end|center|between|around|evenly|stretch|baseline|top|bottom|left|right|middle|inherit|current|transparent)";
const LOOK =
  "(?:primary|secondary|success|danger|warning|info|light|dark|muted|body|white|black|gray|grey|slate|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|gradient)";
/** Utility families of Tailwind and Bootstrap for look and layout. */
const UTILITIES: readonly RegExp[] = [
  "-?[mp][trblxyse]?-(?:(?:sm|md|lg|xl|xxl)-)?(?:n?\\d[\\d.]*|auto|px)",
  `-?(?:gap|space|inset|translate|top|bottom|left|right|start|end|order|z|basis|columns|scale|rotate|skew|opacity|duration|delay|leading|tracking|indent|line-clamp|size|w|h|mw|mh|vw|vh|min-w|min-h|max-w|max-h|min-vh|gap-[xy]|space-[xy]|inset-[xy])-(?:${SCALE}|(?:sm|md|lg|xl)-${SCALE})`,
  `(?:bg|text|border|ring|shadow|fill|stroke|divide|outline|accent|caret|from|via|to|decoration|placeholder)(?:-[xytrblse])?(?:-(?:${SCALE}|${LOOK}|\\d+|opacity))+`,
  "text-(?:left|center|right|justify|wrap|nowrap|balance|pretty|truncate|ellipsis|uppercase|lowercase|capitalize|decoration-none|monospace|break|hide|reset)",
  "font-(?:thin|extralight|light|normal|medium|semibold|bold|extrabold|black|sans|serif|mono|italic|weight-\\w+)",
  `rounded(?:-[xytrblse]{1,2})?(?:-(?:${SCALE}|circle|pill|full|top|bottom))?`,
  "(?:shrink|grow)-\\d|flex-(?:row|col|column|wrap|nowrap|fill|grow|shrink|auto|initial|none|\\d)(?:-(?:reverse|\\d))?",
  "(?:d|display)-(?:(?:sm|md|lg|xl|xxl|print)-)?(?:none|block|flex|grid|inline|inline-block|inline-flex|table|table-cell|table-row)",
  "(?:items|justify|self|content|place|align)-(?:(?:items|content|self)-)?(?:(?:sm|md|lg|xl)-)?(?:start|end|center|between|around|evenly|stretch|baseline|top|middle|bottom|auto)",
  "(?:grid|col|row)-(?:cols|rows|span|start|end|flow)(?:-\\w+)?",
  "col(?:-(?:sm|md|lg|xl|xxl))?(?:-(?:\\d+|auto))?|row-cols(?:-\\w+)*|offset(?:-\\w+)?-\\d+",
  "(?:overflow|overscroll)(?:-[xy])?-(?:auto|hidden|scroll|visible|clip|contain|none)",
  "(?:whitespace|break|cursor|select|pointer-events|object|animate|ease|transition|float|position|user-select|will-change|touch|snap|table|list|appearance|mix-blend|backdrop|align)-(?:none|auto|normal|all|nowrap|pre|words|pointer|default|not-allowed|text|cover|contain|fill|spin|pulse|ping|bounce|in|out|in-out|linear|colors|opacity|transform|shadow|left|right|end|start|relative|absolute|fixed|sticky|static|fixed|disc|decimal|inside|blur)",
  "flex|inline-flex|grid|inline-grid|block|inline-block|inline|hidden|relative|absolute|fixed|sticky|static|truncate|uppercase|lowercase|capitalize|italic|underline|antialiased|contents|invisible|isolate|grow|shrink|sr-only|not-sr-only|row|no-gutters|clearfix|w-auto|h-auto|shadow|rounded|border|transition|ring|visually-hidden|border-0|mx-auto|img-fluid",
].map((family) => new RegExp(`^(?:${family})$`));

/** A presentational class: shared by many elements, and likely to change. */
function isUtility(name: string): boolean {
  // `md:flex`, `w-1/2`, `[&>svg]:size-4`, `!mt-0`, `p-2.5`
  return /[:/[\]!.%@&>()#,*]/.test(name) || UTILITIES.some((family) => family.test(name));
}
