import { limits } from "@fanfare/contract/limits";
import { imagePath } from "@fanfare/contract/media/image-name";
import type { UploadedImage } from "@fanfare/contract/schema/responses/content/image";
import type { IMAGE_ROUTES } from "@fanfare/contract/schema/routes/images";
import { createImageConverter, existingImage, removeImage, uploadImage } from "../../../engage/images/images.ts";
import { toIso } from "../../../store/columns.ts";
import { contentReferences } from "../../../store/statements/content/content-references.ts";
import { allImages, type ImageInfo } from "../../../store/statements/content/images.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { baseUrl } from "../sign-in/provider-urls.ts";

/** Library of images that content can use. They belong to the workspace, as content does. */
export function imageHandlers(deps: ApiDeps): Handlers<typeof IMAGE_ROUTES> {
  const { db } = deps.store;
  const convert = createImageConverter();
  return {
    "GET /api/images": async ({ c }) => {
      const rows = await allImages(db, limits.images_max);
      return { items: rows.map((row) => presentImage(row, baseUrl(deps, c.req.raw))) };
    },
    "POST /api/images": async ({ c, body, actor }) => {
      const file = { name: body.name, bytes: Buffer.from(body.data, "base64") };
      const row = await uploadImage({ ...deps, convert }, file, actor.member_id);
      return presentImage(row, baseUrl(deps, c.req.raw));
    },
    "DELETE /api/images/:id": async ({ params, actor }) => {
      await removeImage(deps, params.id, actor.member_id);
    },
    "GET /api/images/:id/uses": async ({ params }) => {
      const { hash } = await existingImage(deps, params.id);
      return { contents: await contentReferences(db, hash) };
    },
  };
}

function presentImage(row: ImageInfo, base: string): UploadedImage {
  const { hash, name, width, height, bytes, created_at } = row;
  const url = base.replace(/\/$/, "") + imagePath(row);
  return { id: hash, name, url, width, height, bytes, created_at: toIso(created_at) };
}
