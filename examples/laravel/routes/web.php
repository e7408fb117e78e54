<?php
declare(strict_types=1);

use App\OrderShipped;
use Illuminate\Auth\Middleware\Authenticate;
use Illuminate\Support\Facades\Route;
use Symfony\Component\HttpFoundation\BinaryFileResponse;

Route::view('/', 'orders', ['host' => getenv('SERVER_URL'), 'key' => getenv('FANFARE_APP_KEY')]);
// #region token
Route::get('/fanfare-token', fn (): string => sign_identity((string) auth()->id()))->middleware(Authenticate::class);
// #endregion token
Route::post('/ship', function (): void {
    event(new OrderShipped('TL-' . time() % 10_000));
})->middleware(Authenticate::class);
Route::get('/{file}', function (string $file): BinaryFileResponse {
    [$path, $type] = find_file($file, base_path()) ?? abort(404);
    return response()->file($path, ['Content-Type' => $type]);
});
