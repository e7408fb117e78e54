<?php
declare(strict_types=1);

use Illuminate\Auth\GenericUser;
use Illuminate\Support\Facades\Broadcast;

// #region channel
Broadcast::channel('group-{group}', fn (GenericUser $user, string $group): bool => in_array($group, $user->groups, true));
// #endregion channel
