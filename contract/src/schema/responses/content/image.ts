import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

export const uploadedImageSchema = responseSchema("UploadedImage", {
  id: z.string(),
  name: z.string(),
  /** Never changes its content. Use it in image blocks. */
  url: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  created_at: z.iso.datetime(),
});
export type UploadedImage = ResponseOf<typeof uploadedImageSchema>;

/** `GET /api/images`, newest first. */
export const imagesResponseSchema = responseSchema("ImagesResponse", { items: readonlyArray(uploadedImageSchema) });

/** `GET /api/images/{id}/uses`: content whose draft or live version has the image. It prevents the deletion. */
export const imageUsesSchema = responseSchema("ImageUses", {
  contents: readonlyArray(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })),
});
