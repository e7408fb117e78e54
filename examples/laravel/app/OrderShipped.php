<?php
declare(strict_types=1);

namespace App;

use Illuminate\Broadcasting\PrivateChannel;
use Illuminate\Contracts\Broadcasting\ShouldBroadcastNow;

// #region event
final class OrderShipped implements ShouldBroadcastNow
{
    public function __construct(public readonly string $number)
    {
    }

    public function broadcastOn(): PrivateChannel
    {
        return new PrivateChannel('group-staff');
    }

    public function broadcastAs(): string
    {
        return 'order.shipped';
    }
}
// #endregion event
