/** Languages that are written from right to left, or in a script that is. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|nqo|ps|sd|syr|ug|ur|yi)\b|-(Arab|Hebr|Thaa)\b/i;

/**
 * The direction in which a language is written.
 *
 * @example
 * directionOf("he"); // "rtl"
 */
export function textDirection(tag: string): "rtl" | "ltr" {
  return RIGHT_TO_LEFT.test(tag) ? "rtl" : "ltr";
}
