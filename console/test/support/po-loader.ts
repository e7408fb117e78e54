import { plugin } from "bun";
import { compilePo } from "../../locales/po.ts";

/** Compiles PO files in unit tests as in the build. */
plugin({
  name: "po-files",
  setup(build) {
    build.onLoad({ filter: /\.po$/ }, async ({ path }) => ({
      exports: { messages: compilePo(await Bun.file(path).text()) },
      loader: "object",
    }));
  },
});
