<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Orders</title>
    <link rel="stylesheet" href="style.css" />
    <script src="pusher.js"></script>
    <script src="echo.js"></script>
    <script type="module" src="page.js" data-host="{{ $host }}" data-key="{{ $key }}"></script>
  </head>
  <body>
    <main id="fanfare-example">
      <h1>Orders</h1>
      <p>Status: <output id="status">Connecting</output></p>
      <button type="button" id="ship">Ship an order</button>
      <ul id="orders"></ul>
    </main>
  </body>
</html>
