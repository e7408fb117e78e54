<?php
declare(strict_types=1);

return [
    'defaults' => ['guard' => 'example'],
    'guards' => ['example' => ['driver' => 'example']],
];
