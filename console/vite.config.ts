import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { inlineLimits } from "../sdk/inline-limits.ts";
import { chunks } from "./chunks/chunks.ts";
import { poFiles } from "./locales/po.ts";

const server_url = process.env["FANFARE_PUBLIC_URL"] ?? `http://127.0.0.1:${process.env["FANFARE_PORT"] ?? "4000"}`;
const to_server = { target: server_url, ws: true };
const { plugin: chunkPlan, groups } = chunks();

/**
 * Fanfare serves the console under `/console/`, possibly below a proxy's prefix. The build uses relative file names,
 * and the server writes the path into the page. In development, other paths go to a running server.
 */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === "build" ? "./" : "/console/",
  plugins: [inlineLimits(), react(), tailwindcss(), poFiles(), chunkPlan],
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
    reportCompressedSize: false,
    // `frame` is what every page loads first. Many small files are a sixth larger in total, and wait for each other.
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
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
