import "./styles.css";
import { loadCatalogue } from "./language/catalogue.ts";

// Tables of words are filled when their modules load: the language has to be there before.
await loadCatalogue();
await import("./console.tsx");
