-- What wrk asks: wrk -t1 -s ask.lua URL -- REQUESTS STATUS
--
-- REQUESTS is a file: a line of headers ("Name: value" with tabs between), then one request a line,
-- METHOD, path and body with tabs between. A single GET is asked again and again until the time
-- is over. Any other list is asked once, by as many connections as are free; then wrk ends.
-- Every answer has to have the status STATUS; what has not is counted.
--
-- The last line it prints is read by benchmarks/_wrk.py. Times are of the monotonic clock, as
-- Python's time.monotonic() reads it.

local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds; long nanoseconds; } moment;
  int clock_gettime(int clock, moment *now);
  int getpid(void);
  int kill(int process, int signal);
]])
local MONOTONIC, INTERRUPT = 1, 2
local FILLER, FILLED = "/health/live/", '{"status": "live"'

local function now()
  local moment = ffi.new("moment")
  ffi.C.clock_gettime(MONOTONIC, moment)
  return tonumber(moment.seconds) + tonumber(moment.nanoseconds) / 1e9
end

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

local requests, asked, once, wanted = {}, 0, false, 0
local filler
answered, wrong, began, ended, first_wrong = 0, 0, 0, 0, ""

local function split(line)
  local parts = {}
  for part in (line .. "\t"):gmatch("([^\t]*)\t") do
    table.insert(parts, part)
  end
  return parts
end

function init(arguments)
  local headers = {}
  local first = true
  wanted = tonumber(arguments[2])
  for line in io.lines(arguments[1]) do
    if first then
      for _, header in ipairs(split(line)) do
        local name, value = header:match("^([^:]+): (.*)$")
        if name then
          headers[name] = value
        end
      end
      first = false
    else
      local method, path, body = unpack(split(line))
      local own = {}
      for name, value in pairs(headers) do
        own[name] = value
      end
      if body and body ~= "" then
        own["Content-Type"] = "application/json"
      else
        body = nil
      end
      table.insert(requests, wrk.format(method, path, own, body))
      once = once or method ~= "GET"
    end
  end
  once = once or #requests > 1
  filler = wrk.format("GET", FILLER)
  if once then
    response = count_of_list
  elseif wanted ~= 200 then
    -- wrk itself counts what is an error; a body of 200 is not given to Lua, which would cost the client.
    response = count
  end
end

local is_looked_at = false

function request()
  if not is_looked_at then
    -- wrk looks at one before it begins, and does not send it.
    is_looked_at = true
    return requests[1]
  end
  if began == 0 then
    began = now()
  end
  if not once then
    return requests[1]
  end
  asked = asked + 1
  -- The last answers are waited for; whoever is free meanwhile asks for next to nothing.
  return requests[asked] or filler
end

function count(status, _, body)
  answered = answered + 1
  if status ~= wanted then
    wrong = wrong + 1
    first_wrong = status .. " " .. tostring(body):sub(1, 200):gsub("%s+", " ")
  end
end

function count_of_list(status, headers, body)
  if asked > #requests and body:find(FILLED, 1, true) then
    return
  end
  count(status, headers, body)
  if answered == #requests then
    ended = now()
    ffi.C.kill(ffi.C.getpid(), INTERRUPT)
  end
end

function done(summary, latency, _)
  local thread = threads[1]
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  print(string.format(
    "MEASURED requests=%d seconds=%.6f p50=%.3f p99=%.3f longest=%.3f bytes=%d wrong=%d lost=%d "
      .. "answered=%d began=%.6f ended=%.6f %s",
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000,
    summary.bytes, errors.status + (thread:get("wrong") or 0), lost,
    thread:get("answered") or 0, thread:get("began") or 0, thread:get("ended") or 0,
    thread:get("first_wrong") or ""
  ))
end
