const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|nqo|ps|sd|syr|ug|ur|yi)\b|-(Arab|Hebr|Thaa)\b/i;

/**
 * Returns the text direction of a language.
 *
 * @example
 * textDirection("he"); // "rtl"
 */
export function textDirection(tag: string): "rtl" | "ltr" {
  return RIGHT_TO_LEFT.test(tag) ? "rtl" : "ltr";
}
