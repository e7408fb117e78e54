import { Orders } from "./orders.jsx";

export default function Page() {
  return (
    <main id="fanfare-example">
      <h1>Orders</h1>
      <Orders />
    </main>
  );
}
