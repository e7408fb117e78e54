import { z } from "zod";

/** Response schemas by type name, as used in the OpenAPI document. */
export const RESPONSE_SCHEMAS = z.registry<{ readonly id: string }>();

/**
 * Defines a schema of exactly this type. The compiler rejects schemas that lack required fields, allow more, or differ
 * in a type; tests cover optional fields (`api-testing.ts`). The OpenAPI document therefore matches the types that
 * handlers are checked against.
 *
 * @example
 * export const signedOutSchema = exactSchema<SignedOut>("SignedOut")(z.strictObject({ provider_url:
 * z.string().nullable() }));
 */
export const exactSchema =
  <Type>(id: string) =>
  <Schema extends z.ZodType<Type>>(schema: [Type] extends [z.output<Schema>] ? Schema : never): Schema => {
    RESPONSE_SCHEMAS.add(schema, { id });
    return schema;
  };

/** Responses are immutable. */
export const readonlyArray = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
