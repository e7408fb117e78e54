<?php
declare(strict_types=1);

return [
    'default' => 'errorlog',
    'channels' => ['errorlog' => ['driver' => 'errorlog']],
];
