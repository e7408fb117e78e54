<?php
declare(strict_types=1);

return [
    'default' => 'fanfare',
    'connections' => ['fanfare' => ['driver' => 'fanfare']],
];
