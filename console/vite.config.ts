import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { inlineLimits } from "../sdk/inline-limits.ts";
import { poFiles } from "./locales/po.ts";

const server_url = process.env["FANFARE_PUBLIC_URL"] ?? `http://127.0.0.1:${process.env["FANFARE_PORT"] ?? "4000"}`;
const to_server = { target: server_url, ws: true };

/**
 * Fanfare serves the console under `/console/`, possibly below a proxy's prefix. The build uses relative file names,
 * and the server writes the path into the page. In development, other paths go to a running server.
 */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === "build" ? "./" : "/console/",
  plugins: [inlineLimits(), react(), tailwindcss(), poFiles()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Names, versions, and licenses of everything in the console, for the release.
    license: { fileName: "licenses.json" },
    target: ["chrome123", "firefox125", "safari17.5"],
    // The server's Content Security Policy has no data: URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // Many small chunks are a sixth larger in total. `frame` is what every page loads first, and `signs` are icons that
    // 4 or more chunks share. `common` is code that at least 80 chunks share: a lower number would include dialogs,
    // which the first page doesn't need.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "frame", tags: ["$initial"] },
            { name: "signs", test: /lucide-react/, minShareCount: 4 },
            { name: "common", minShareCount: 80 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": to_server,
      "/docs": to_server,
      "/v1": to_server,
      "/app": to_server,
      "/pusher": to_server,
      "/sdk": to_server,
    },
  },
}));
