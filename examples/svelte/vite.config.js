import { svelte } from "@sveltejs/vite-plugin-svelte";
import { backend } from "../vite.mjs";

export default { plugins: [svelte(), backend] };
