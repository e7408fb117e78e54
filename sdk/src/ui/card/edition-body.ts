import type { Body, ContentType } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";

/**
 * Returns the body for a player of this type.
 *
 * @throws TypeError if the edition has another type.
 */
export function editionBody<Type extends ContentType>({ body }: Edition, type: Type): Extract<Body, { type: Type }> {
  if (!hasType(body, type)) throw new TypeError(`${body.type}, not ${type}`);
  return body;
}

function hasType<Type extends ContentType>(body: Body, type: Type): body is Extract<Body, { type: Type }> {
  return body.type === type;
}
