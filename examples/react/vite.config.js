import react from "@vitejs/plugin-react";
import { backend } from "../vite.mjs";

export default { plugins: [react(), backend] };
