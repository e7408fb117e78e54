import solid from "vite-plugin-solid";
import { backend } from "../vite.mjs";

export default { plugins: [solid(), backend] };
