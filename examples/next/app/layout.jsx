import { connection } from "next/server";
import { Fanfare } from "./fanfare.jsx";

export const metadata = { title: "Orders" };

// #region layout
export default async function Layout({ children }) {
  await connection(); // Rendered for each request, because each response has its own nonce.
  return (
    <html lang="en">
      <body>
        <Fanfare host={process.env.SERVER_URL} appKey={process.env.FANFARE_APP_KEY} person="u_42">
          {children}
        </Fanfare>
      </body>
    </html>
  );
}
// #endregion layout
