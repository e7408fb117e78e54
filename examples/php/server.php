<?php
// The calls that a Laravel application answers, without a framework, and Echo in the page: php -S 127.0.0.1:4100 server.php
declare(strict_types=1);
require __DIR__ . '/fanfare.php';
require __DIR__ . '/files.php';

/** Who is signed in. Laravel knows this from its session. */
const USER_ID = 'u_42';
const CHANNELS = ['private-group-staff'];

function answer_page(): void
{
    $values = ['HOST' => getenv('SERVER_URL'), 'YOUR_APP_KEY' => getenv('FANFARE_APP_KEY')];
    header('Content-Type: text/html; charset=utf-8');
    echo strtr(file_get_contents(__DIR__ . '/index.html'), array_map('htmlspecialchars', $values));
}

function answer_channel(): void
{
    $channel = $_POST['channel_name'] ?? '';
    if (!in_array($channel, CHANNELS, true)) {
        http_response_code(403);
        return;
    }
    header('Content-Type: application/json');
    echo json_encode(authorize_channel($_POST['socket_id'] ?? '', $channel));
}

function answer_file(string $name): void
{
    $found = find_file($name, __DIR__);
    if ($found === null) {
        http_response_code(404);
        return;
    }
    [$file, $type] = $found;
    header("Content-Type: $type");
    readfile($file);
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
match ("{$_SERVER['REQUEST_METHOD']} $path") {
    'GET /' => answer_page(),
    'GET /fanfare-token' => print sign_identity(USER_ID),
    'POST /broadcasting/auth' => answer_channel(),
    'POST /ship' => publish('private-group-staff', 'order.shipped', ['number' => 'TL-' . time() % 10_000]),
    default => answer_file(ltrim($path, '/')),
};
