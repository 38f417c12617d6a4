-- Sends the prepared requests of a file in order, each only once. Everything is prepared before the clock starts, to keep
-- the client's cost per request as low as possible.
-- wrk -t1 … -s wrk.lua URL -- FILE

local requests, count, position = {}, 0, 0
local threads = {}
exhausted = 0

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  while true do
    local length = file:read(8)
    if length == nil then break end
    count = count + 1
    requests[count] = file:read(tonumber(length))
  end
  file:close()
end

function request()
  position = position + 1
  if position > count then
    exhausted = 1
    wrk.thread:stop()
    return requests[count]
  end
  return requests[position]
end

function done(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  local used_up = 0
  for _, thread in ipairs(threads) do used_up = used_up + thread:get('exhausted') end
  io.write(string.format(
    '\n{"answers":%d,"durationMs":%.3f,"refused":%d,"failed":%d,"p50Ms":%.3f,"p99Ms":%.3f,"maxMs":%.3f,"exhausted":%s}\n',
    summary.requests, summary.duration / 1000, summary.errors.status, failed,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000, used_up > 0 and 'true' or 'false'))
end
