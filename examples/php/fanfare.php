<?php
// Fanfare from PHP's standard library. Needs FANFARE_APP_ID, FANFARE_APP_KEY, FANFARE_APP_SECRET, and SERVER_URL.
declare(strict_types=1);

// #region token
function base64url(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

function sign_identity(string $user_id): string
{
    $header = ['alg' => 'HS256', 'typ' => 'JWT'];
    $claims = [
        'sub' => $user_id,
        'aud' => getenv('FANFARE_APP_KEY'),
        'exp' => time() + 3600,
        'groups' => ['staff'],
    ];
    $text = base64url(json_encode($header)) . '.' . base64url(json_encode($claims));
    return $text . '.' . base64url(hash_hmac('sha256', $text, getenv('FANFARE_APP_SECRET'), true));
}
// #endregion token

// #region authorize
/** The response of /broadcasting/auth. First check that the person who is signed in may use the channel. */
function authorize_channel(string $socket_id, string $channel): array
{
    $signature = hash_hmac('sha256', "$socket_id:$channel", getenv('FANFARE_APP_SECRET'));
    return ['auth' => getenv('FANFARE_APP_KEY') . ':' . $signature];
}
// #endregion authorize

// #region publish
/** Everyone on the channel receives the event, except the connection `$socket_id`. */
function publish(string $channel, string $event, mixed $data, ?string $socket_id = null): void
{
    $fields = ['name' => $event, 'channel' => $channel, 'data' => json_encode($data), 'socket_id' => $socket_id];
    $body = json_encode(array_filter($fields, fn (?string $value): bool => $value !== null));
    $path = '/apps/' . getenv('FANFARE_APP_ID') . '/events';
    $query = http_build_query([
        'auth_key' => getenv('FANFARE_APP_KEY'),
        'auth_timestamp' => time(),
        'auth_version' => '1.0',
        'body_md5' => md5($body),
    ]);
    $signature = hash_hmac('sha256', "POST\n$path\n$query", getenv('FANFARE_APP_SECRET'));
    $options = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => $body, 'timeout' => 10];
    $url = getenv('SERVER_URL') . "$path?$query&auth_signature=$signature";
    if (file_get_contents($url, false, stream_context_create(['http' => $options])) === false) {
        throw new RuntimeException('Fanfare did not accept the event.');
    }
}
// #endregion publish
