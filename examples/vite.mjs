// Adds the example's backend to Vite's server, and passes the server's URL and the app key to the page.
import { answer, host, readApp } from "./backend.mjs";

process.env["VITE_FANFARE_HOST"] = host;
process.env["VITE_FANFARE_KEY"] = readApp().key;

async function handle(request, response, next) {
  try {
    const body = await answer(request);
    if (body === undefined) next();
    else response.end(body);
  } catch (error) {
    next(error);
  }
}

export const backend = {
  name: "example-backend",
  configureServer: (server) => void server.middlewares.use(handle),
  configurePreviewServer: (server) => void server.middlewares.use(handle),
};
