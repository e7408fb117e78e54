/**
 * Imported before everything else. Zod compiles its parsers with `new Function` where it may; under the console's
 * Content Security Policy even the attempt is reported as a violation.
 */
import { config } from "zod";

config({ jitless: true });
