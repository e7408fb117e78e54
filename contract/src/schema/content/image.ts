import { z } from "zod";
import { limits } from "../../limits.ts";

const BASE64_CHARS_MAX = Math.ceil(limits.image_file_bytes_max / 3) * 4;

/** `data`: a PNG, JPEG, WebP, or GIF file in base64. The server converts it to WebP. */
export const uploadImageRequestSchema = z.strictObject({
  name: z.string().trim().min(1, "Enter a name.").max(limits.image_name_chars_max),
  data: z
    .string()
    .min(1, "Send the file in base64.")
    .max(BASE64_CHARS_MAX, `The file is larger than ${limits.image_file_bytes_max} bytes.`),
});
