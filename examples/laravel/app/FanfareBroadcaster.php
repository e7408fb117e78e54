<?php
declare(strict_types=1);

namespace App;

use Illuminate\Broadcasting\Broadcasters\Broadcaster;
use Illuminate\Broadcasting\Broadcasters\UsePusherChannelConventions;
use Illuminate\Support\Arr;
use Symfony\Component\HttpKernel\Exception\AccessDeniedHttpException;

// #region broadcaster
/** Sends Laravel's events to Fanfare without Pusher's PHP library, for private and public channels. */
final class FanfareBroadcaster extends Broadcaster
{
    use UsePusherChannelConventions;

    public function auth($request): mixed
    {
        $channel = $this->normalizeChannelName($request->channel_name);
        if ($this->retrieveUser($request, $channel) === null) {
            throw new AccessDeniedHttpException();
        }
        return $this->verifyUserCanAccessChannel($request, $channel);
    }

    public function validAuthenticationResponse($request, $result): array
    {
        return authorize_channel($request->socket_id, $request->channel_name);
    }

    public function broadcast(array $channels, $event, array $payload = []): void
    {
        $socket_id = Arr::pull($payload, 'socket');
        foreach ($this->formatChannels($channels) as $channel) {
            publish($channel, $event, $payload, $socket_id);
        }
    }
}
// #endregion broadcaster
