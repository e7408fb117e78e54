/**
 * Appends a message unless its key was used or a new log began. KEYS: log, once key, epoch. ARGV: node,
 * message, retention in ms, fingerprint or empty, TTL of the key in s, epoch of the log, version of the message.
 */
export const APPEND = `
if redis.call('HGET', KEYS[3], 'epoch') ~= ARGV[6] then return 'stale' end
if ARGV[4] ~= '' then
  local used = redis.call('GET', KEYS[2])
  if used then return used == ARGV[4] and 'repeated' or 'conflict' end
end
local t = redis.call('TIME')
local oldest = string.format('%.0f', t[1] * 1000 + math.floor(t[2] / 1000) - ARGV[3])
local s = redis.call('HINCRBY', KEYS[3], 'entries', 1)
redis.call('XADD', KEYS[1], 'MINID', '~', oldest, '*', 'n', ARGV[1], 'm', ARGV[2], 'v', ARGV[7], 's', s)
redis.call('PEXPIRE', KEYS[1], ARGV[3] * 60)
if ARGV[4] ~= '' then redis.call('SET', KEYS[2], ARGV[4], 'EX', ARGV[5]) end
return 'appended'
`;

/** Adds a message unless a new log began. KEYS: log, epoch. ARGV: node, message, version, epoch. Returns ID and count. */
export const ADD = `
if redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[4] then return false end
local s = redis.call('HINCRBY', KEYS[2], 'entries', 1)
return { redis.call('XADD', KEYS[1], '*', 'n', ARGV[1], 'm', ARGV[2], 'v', ARGV[3], 's', s), s }
`;

/**
 * Reports a node. The epoch belongs to one Redis process: after a restart, a failover, or a flush, a new one begins, and
 * also if a node starts while no other reports, or ends it. KEYS: epoch, nodes. ARGV: node, candidate, run ID, lease in
 * ms, 1 for the node's first report, epoch that the node ends or empty. Returns the epoch, whether it's new, the fresh nodes by age, and the removed stale nodes.
 */
export const BEAT = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local fresh, stale = {}, {}
local nodes = redis.call('HGETALL', KEYS[2])
for i = 1, #nodes, 2 do
  if nodes[i] ~= ARGV[1] then
    if tonumber(nodes[i + 1]) >= now - ARGV[4] then table.insert(fresh, nodes[i])
    else table.insert(stale, nodes[i]); redis.call('HDEL', KEYS[2], nodes[i]) end
  end
end
table.sort(fresh)
local epoch = redis.call('HMGET', KEYS[1], 'epoch', 'run_id')
local is_new = 0
if not epoch[1] or epoch[2] ~= ARGV[3] or (ARGV[5] == '1' and #fresh == 0) or epoch[1] == ARGV[6] then
  redis.call('HSET', KEYS[1], 'epoch', ARGV[2], 'run_id', ARGV[3], 'entries', 0)
  epoch[1] = ARGV[2]
  is_new = 1
end
redis.call('HSET', KEYS[2], ARGV[1], string.format('%.0f', now))
return { epoch[1], is_new, fresh, stale }
`;

export interface BeatResult {
  readonly epoch: string;
  readonly is_new_epoch: boolean;
  /** Other nodes that reported within the lease, oldest first. */
  readonly fresh: readonly string[];
  /** Nodes that didn't, removed by this call. */
  readonly stale: readonly string[];
}

export function readBeat(reply: unknown): BeatResult {
  // Cast: the script returns nothing else.
  const [epoch, is_new, fresh, stale] = reply as readonly [string, number, readonly string[], readonly string[]];
  return { epoch, is_new_epoch: is_new === 1, fresh, stale };
}
