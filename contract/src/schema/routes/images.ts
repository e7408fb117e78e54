import { limits } from "../../limits.ts";
import { uploadImageRequestSchema } from "../content/image.ts";
import { imagesResponseSchema, imageUsesSchema, uploadedImageSchema } from "../responses/content/image.ts";
import { defineRoutes } from "./route.ts";

export const IMAGE_ROUTES = defineRoutes({
  "GET /api/images": { access: "content.read", summary: "List uploaded images", response: imagesResponseSchema },
  "POST /api/images": {
    access: "content.write",
    summary: "Upload an image",
    body: uploadImageRequestSchema,
    body_bytes_max: limits.image_body_bytes_max,
    response: uploadedImageSchema,
    status: 201,
    problems: ["image_unreadable", "images_full"],
  },
  "DELETE /api/images/:id": {
    access: "content.write",
    summary: "Delete an image",
    problems: ["image_not_found", "image_used"],
  },
  "GET /api/images/:id/uses": {
    access: "content.read",
    summary: "List content that uses an image",
    response: imageUsesSchema,
    problems: ["image_not_found"],
  },
});
