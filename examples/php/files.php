<?php
// The page's script, its style, and the packages that npm installs.
declare(strict_types=1);

const FILES = [
    'page.js' => [__DIR__ . '/page.js', 'text/javascript'],
    'style.css' => [__DIR__ . '/../style.css', 'text/css'],
    'echo.js' => ['laravel-echo/dist/echo.iife.js', 'text/javascript'],
    'pusher.js' => ['pusher-js/dist/web/pusher.min.js', 'text/javascript'],
];

/** Path and type of a file by its name in the page. Packages are in this folder or in one above. */
function find_file(string $name, string $folder): ?array
{
    if (!isset(FILES[$name])) {
        return null;
    }
    [$file, $type] = FILES[$name];
    if (is_file($file)) {
        return [$file, "$type; charset=utf-8"];
    }
    while (!is_file("$folder/node_modules/$file")) {
        if ($folder === dirname($folder)) {
            throw new RuntimeException("Run npm install: node_modules/$file is missing.");
        }
        $folder = dirname($folder);
    }
    return ["$folder/node_modules/$file", "$type; charset=utf-8"];
}
