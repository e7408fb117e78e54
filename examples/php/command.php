<?php
// php command.php token USER_ID | channel SOCKET_ID CHANNEL | publish CHANNEL EVENT JSON
declare(strict_types=1);
require __DIR__ . '/fanfare.php';

[, $command, $first, $second, $third] = array_pad($argv, 5, '');
match ($command) {
    'token' => print sign_identity($first),
    'channel' => print json_encode(authorize_channel($first, $second)),
    'publish' => publish($first, $second, json_decode($third)),
};
