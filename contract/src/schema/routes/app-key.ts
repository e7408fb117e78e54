import { z } from "zod";

/** Public app key, sent with every request of a page. */
export const appKeySchema = z.strictObject({ app: z.string() });

/** Only the type is declared. A second schema of content could diverge from the first. */
export const typedSchema = <Type>() => z.custom<Type>();
