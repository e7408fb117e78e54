import { z } from "zod";
import { type ResponseOf, responseSchema } from "../response-schema.ts";

/** A request to a webhook or a destination as it is sent, with dots in place of a destination's secrets. */
export const receiverRequestSchema = responseSchema("ReceiverRequest", {
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type ReceiverRequest = ResponseOf<typeof receiverRequestSchema>;

export const receiverTestSchema = responseSchema("ReceiverTest", {
  /** Null if the request couldn't be made. `error` then has the reason. */
  request: receiverRequestSchema.nullable(),
  /** Null without a response. */
  status: z.number().nullable(),
  /** Null if the receiver accepted the message. */
  error: z.string().nullable(),
  /** Start of the response, with dots in place of a destination's secrets. */
  answer: z.string(),
});
export type ReceiverTest = ResponseOf<typeof receiverTestSchema>;
