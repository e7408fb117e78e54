import { z } from "zod";

/** Every answer under the name of its type: what the description of the API calls it. */
export const RESPONSE_SCHEMAS = z.registry<{ readonly id: string }>();

/**
 * A schema of exactly this type: the compiler refuses one that lacks what is always there, allows more, or says it differently
 * (what is there at times only, the tests find: `api-testing.ts`). So what
 * the description of the API says of an answer is what the handler that makes it was checked against.
 *
 * @example
 * export const signedOutSchema = exactly<SignedOut>("SignedOut")(z.strictObject({ provider_url: z.string().nullable() }));
 */
export const exactSchema =
  <Type>(id: string) =>
  <Schema extends z.ZodType<Type>>(schema: [Type] extends [z.output<Schema>] ? Schema : never): Schema => {
    RESPONSE_SCHEMAS.add(schema, { id });
    return schema;
  };

/** Answers are read, never changed. */
export const readonlyArray = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
