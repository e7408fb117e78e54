<?php
declare(strict_types=1);

namespace App;

use Illuminate\Auth\GenericUser;
use Illuminate\Auth\Middleware\Authenticate;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Broadcast;
use Illuminate\Support\ServiceProvider;

final class AppServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        // Who is signed in. Your application knows this from its session.
        Auth::viaRequest('example', fn (): GenericUser => new GenericUser(['id' => 'u_42', 'groups' => ['staff']]));
        // #region driver
        Broadcast::extend('fanfare', fn (): FanfareBroadcaster => new FanfareBroadcaster());
        Broadcast::routes(['middleware' => Authenticate::class]);
        // #endregion driver
        require base_path('routes/channels.php');
        require base_path('routes/web.php');
    }
}
