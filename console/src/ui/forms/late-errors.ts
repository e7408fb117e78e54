import { createContext } from "react";

/** Whether fields hide their error until the author leaves them. */
export const LateErrorsContext = createContext(false);
