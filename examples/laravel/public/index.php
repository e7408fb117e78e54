<?php
// Laravel's entry point: php -S 127.0.0.1:4100 public/index.php
declare(strict_types=1);

use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as KernelContract;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Http\Request;

// Laravel from Composer, or Debian's package php-laravel-framework.
$vendor = __DIR__ . '/../vendor/autoload.php';
require is_file($vendor) ? $vendor : 'Illuminate/autoload.php';
// What Composer does for a folder.
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/../app/' . str_replace(['App\\', '\\'], ['', '/'], $class) . '.php';
    if (str_starts_with($class, 'App\\') && is_file($file)) {
        require $file;
    }
});
require __DIR__ . '/../../php/fanfare.php';
require __DIR__ . '/../../php/files.php';

$app = new Application(dirname(__DIR__));
$app->singleton(KernelContract::class, Kernel::class);
$app->singleton(ExceptionHandler::class, Handler::class);

$request = Request::capture();
$kernel = $app->make(KernelContract::class);
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
