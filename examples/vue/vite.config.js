import { backend } from "../vite.mjs";

export default { plugins: [backend] };
