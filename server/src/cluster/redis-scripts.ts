import { createHash } from "node:crypto";

/** A Lua script that Redis runs at once. */
export interface Script {
  readonly text: string;
  readonly sha1: string;
}

function script(text: string): Script {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

/**
 * Appends messages as one entry, without those whose key was used, unless a new log began or must begin. KEYS: epoch, log,
 * and the once keys. ARGV: node, version, epoch of the log, run ID of this Redis process, retention in ms, number of
 * messages, their texts, then for each once key the number of its message, the fingerprint, and the TTL in s. Returns a
 * result for each once key: a message without one is always appended.
 */
export const APPEND = script(`
local log = redis.call('HMGET', KEYS[1], 'epoch', 'run_id')
if log[1] ~= ARGV[3] or log[2] ~= ARGV[4] then return 'stale' end
local count = tonumber(ARGV[6])
local results, fields, taken, passed_over = {}, {}, {}, {}
for i = 3, #KEYS do
  local at = 3 * i + count - 2
  local given = ARGV[at + 1]
  local used = taken[KEYS[i]] or redis.call('GET', KEYS[i])
  if used then
    results[i - 2] = used == given and 'repeated' or 'conflict'
    passed_over[tonumber(ARGV[at])] = true
  else
    results[i - 2] = 'appended'
    taken[KEYS[i]] = given
  end
end
local last = 0
for i = 1, count do
  if not passed_over[i] then
    fields[last + 1], fields[last + 2] = 'm', ARGV[6 + i]
    last = last + 2
  end
end
if last == 0 then return results end
local t = redis.call('TIME')
local oldest = string.format('%.0f', t[1] * 1000 + math.floor(t[2] / 1000) - ARGV[5])
local s = redis.call('HINCRBY', KEYS[1], 'entries', 1)
redis.call('XADD', KEYS[2], 'MINID', '~', oldest, '*', 'n', ARGV[1], 'v', ARGV[2], 's', s, unpack(fields))
redis.call('PEXPIRE', KEYS[2], ARGV[5] * 60)
for i = 3, #KEYS do
  local at = 3 * i + count - 2
  if results[i - 2] == 'appended' then redis.call('SET', KEYS[i], ARGV[at + 1], 'EX', ARGV[at + 2]) end
end
return results
`);

/**
 * Adds a message, under the same conditions. KEYS: epoch, log. ARGV: node, version, epoch, run ID, text. Returns ID and
 * count.
 */
export const ADD = script(`
local log = redis.call('HMGET', KEYS[1], 'epoch', 'run_id')
if log[1] ~= ARGV[3] or log[2] ~= ARGV[4] then return false end
local s = redis.call('HINCRBY', KEYS[1], 'entries', 1)
return { redis.call('XADD', KEYS[2], '*', 'n', ARGV[1], 'v', ARGV[2], 's', s, 'm', ARGV[5]), s }
`);

/**
 * Reports a node. The epoch belongs to one Redis process: after a restart, a failover, or a flush, a new one begins, and
 * also if a node starts while no other reports, or ends it. KEYS: epoch, nodes. ARGV: node, candidate, run ID, lease in
 * ms, 1 for the node's first report, epoch that the node ends or empty. Returns the epoch, whether it's new, the fresh
 * nodes by age, and the removed stale nodes.
 */
export const BEAT = script(`
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
`);

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
