import { readImageName } from "@fanfare/contract/media/image-name";
import { Hono } from "hono";
import { imageData } from "../../store/statements/content/images.ts";
import type { Store } from "../../store/store.ts";
import { notFoundProblem } from "../middleware/problem.ts";

/** For browsers that open the image itself: nothing in it can run. */
const IMAGE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Uploaded images, which pages of any origin may show. Anyone who knows the URL can read the image, as with every image
 * in content. The URL never changes its content, so that browsers and proxies keep it for a year.
 */
export function imageRoutes({ store }: { readonly store: Pick<Store, "db"> }): Hono {
  return new Hono().get("/images/:name", async (c) => {
    const name = readImageName(c.req.path);
    const found = name && (await imageData(store.db, name));
    if (found === undefined) throw notFoundProblem(c.req.path);
    return c.body(Buffer.from(found.data, "base64"), 200, {
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": IMAGE_POLICY,
      "Content-Type": "image/webp",
    });
  });
}
