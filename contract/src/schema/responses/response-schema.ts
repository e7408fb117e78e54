import { z } from "zod";

/** Response schemas by type name, as used in the OpenAPI document. */
export const RESPONSE_SCHEMAS = z.registry<{ readonly id: string }>();

export function namedSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  RESPONSE_SCHEMAS.add(schema, { id });
  return schema;
}

/**
 * @example
 * export const signedOutSchema = responseSchema("SignedOut", { provider_url: z.string().nullable() });
 */
export const responseSchema = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  namedSchema(id, z.strictObject(shape));

/** One page of a list. `next` is the cursor of the following page, and null on the last one. */
export const pageSchema = <Item extends z.ZodType, More extends z.core.$ZodLooseShape = Record<never, never>>(
  id: string,
  item: Item,
  // Cast: without more fields, the shape is empty.
  more: More = {} as More,
) => responseSchema(id, { items: readonlyArray(item), next: z.string().nullable(), ...more });

export type ResponseOf<Schema extends z.ZodType> = Readonly<z.output<Schema>>;

/**
 * Schema of exactly a type that is declared outside of the schemas. The compiler rejects schemas that lack required
 * fields, allow more, or differ in a type; tests cover optional fields (`api-testing.ts`).
 */
export const exactSchema =
  <Type>(id: string) =>
  <Schema extends z.ZodType<Type>>(schema: [Type] extends [z.output<Schema>] ? Schema : never): Schema =>
    namedSchema(id, schema);

/** Responses are immutable. */
export const readonlyArray = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
