import type { Body, ContentType, Edition } from "@fanfare/contract/content";

/**
 * The body that a player plays.
 *
 * @throws TypeError when the edition is of another type.
 */
export function bodyOf<Type extends ContentType>({ body }: Edition, type: Type): Extract<Body, { type: Type }> {
  if (!isOf(body, type)) throw new TypeError(`${body.type}, not ${type}`);
  return body;
}

function isOf<Type extends ContentType>(body: Body, type: Type): body is Extract<Body, { type: Type }> {
  return body.type === type;
}
