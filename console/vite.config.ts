import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { poFiles } from "./locales/po.ts";

const server_url = process.env["FANFARE_PUBLIC_URL"] ?? `http://127.0.0.1:${process.env["FANFARE_PORT"] ?? "4000"}`;
const to_server = { target: server_url, ws: true };

/**
 * The console is served by Fanfare under `/console/`, or below the prefix of a proxy: what is built names its files from
 * where it stands itself, and the server writes the path into the page. While developing, every other path goes to a
 * running server.
 */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === "build" ? "./" : "/console/",
  plugins: [react(), tailwindcss(), poFiles()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["chrome123", "firefox125", "safari17.5"],
    // The server's Content Security Policy has no data: URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // In a hundred small files the same code is a sixth heavier: what every page loads first is one, the signs that four
    // screens share are one, and so is what 46 of the files that come later share: with
    // fewer, dialogs, which the first page opens none of, would come with it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "frame", tags: ["$initial"] },
            { name: "signs", test: /lucide-react/, minShareCount: 4 },
            { name: "common", minShareCount: 46 },
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
