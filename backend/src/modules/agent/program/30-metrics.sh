
# --- measurements -----------------------------------------------------------------------------------------------

# Disks of the machine itself: a network disk that does not answer would hold df.
disk_places() {
  awk '$1 ~ /^\/dev\// && $1 !~ /^\/dev\/(loop|sr|fuse)/ && $3 !~ /^(fuse|iso9660|squashfs)/ && $2 !~ /\\/ && !seen[$1]++ { print $2 }' /proc/mounts
}

# Prints `type item value` lines. Rates are over the time since the last look, whose counters are in the file $1.
look() {
  blocks=''
  for block in /sys/block/*; do blocks="$blocks ${block##*/}"; done
  places=$(disk_places)
  {
    if [ -n "$places" ]; then
      set -f
      # shellcheck disable=SC2086 # one word for each place; none holds a blank that mattered
      df -kP $places 2>/dev/null
      echo @inodes
      # shellcheck disable=SC2086
      df -iP $places 2>/dev/null
      set +f
    fi
  } | awk -v before="$1" -v blocks="$blocks" '
    function put(type, item, value) {
      if (value + 0 >= 0 && item ~ /^[A-Za-z0-9_.:@\/-]+$/ && length(item) <= 200) print type, item, value
    }
    function rate(type, item, kind, name, now) {
      if (seconds > 0 && (kind, name) in old && now >= old[kind, name])
        put(type, item, sprintf("%.2f", (now - old[kind, name]) / seconds))
    }
    function keep(kind, name, value) { counters = counters kind " " name " " sprintf("%.0f", value) "\n" }
    function times(   line, part, i, all, idle) {
      if ((getline line < "/proc/stat") <= 0) return
      split(line, part)
      for (i = 2; i <= 9; i++) all += part[i]
      idle = part[5] + 0
      if (seconds > 0 && ("cpu", "all") in old && all > old["cpu", "all"])
        put(1, "cpu_usage", sprintf("%.2f", 100 - 100 * (idle - old["cpu", "idle"]) / (all - old["cpu", "all"])))
      keep("cpu", "all", all)
      keep("cpu", "idle", idle)
    }
    function memory(   line, part, size, free) {
      while ((getline line < "/proc/meminfo") > 0) {
        split(line, part)
        size[part[1]] = part[2] + 0
      }
      # Kernels before 3.14 do not say what is available.
      free = ("MemAvailable:" in size) ? size["MemAvailable:"] : size["MemFree:"] + size["Buffers:"] + size["Cached:"]
      if (size["MemTotal:"] > 0) put(2, "ram_usage", sprintf("%.2f", 100 - 100 * free / size["MemTotal:"]))
    }
    function load(   line, part) {
      if ((getline line < "/proc/loadavg") <= 0) return
      split(line, part)
      put(3, "loadavg_1m", part[1])
      put(3, "loadavg_5m", part[2])
      put(3, "loadavg_15m", part[3])
    }
    function sockets(   table, line, part, total, open) {
      total = open = 0
      for (table = 1; table <= 2; table++) {
        while ((getline line < (table == 1 ? "/proc/net/tcp" : "/proc/net/tcp6")) > 0) {
          split(line, part)
          if (part[1] == "sl") continue
          total++
          if (part[4] == "01") open++
        }
      }
      put(4, "tcp.total", total)
      put(4, "tcp.established", open)
    }
    function network(   line, part, name, type) {
      while ((getline line < "/proc/net/dev") > 0) {
        if (!index(line, ":")) continue
        name = line
        sub(/:.*/, "", name)
        gsub(/ /, "", name)
        sub(/^[^:]*:/, "", line)
        split(line, part)
        # Bridges, tunnels and the ends of containers: their bytes are counted where they enter the machine.
        if (name ~ /^(docker|podman|veth|br-|virbr|lxcbr|lxdbr|vnet|tap|cni|flannel|cali|kube|nodelocal|tunl|sit|ip6tnl|gre|erspan|dummy|ifb|ovs)/) continue
        if (part[1] + part[9] == 0) continue
        type = name ~ /^lo/ ? 6 : 5
        rate(type, name ".in", "in", name, part[1] + 0)
        rate(type, name ".out", "out", name, part[9] + 0)
        keep("in", name, part[1])
        keep("out", name, part[9])
      }
    }
    function requests(   line, part, whole, count, i, is) {
      count = split(blocks, whole, " ")
      for (i = 1; i <= count; i++) is[whole[i]] = 1
      while ((getline line < "/proc/diskstats") > 0) {
        split(line, part)
        if (!(part[3] in is) || part[3] ~ /^(loop|ram|zram|sr|fd)/) continue
        rate(8, part[3] ".read_iops", "read", part[3], part[4] + 0)
        rate(8, part[3] ".write_iops", "write", part[3], part[8] + 0)
        keep("read", part[3], part[4])
        keep("write", part[3], part[8])
      }
    }
    BEGIN {
      item = "usage"
      getline up < "/proc/uptime"
      split(up, uptime)
      while ((getline line < before) > 0) {
        split(line, part)
        old[part[1], part[2]] = part[3] + 0
      }
      close(before)
      if (("up", "centiseconds") in old) seconds = uptime[1] - old["up", "centiseconds"] / 100
      # A machine that has slept, or was started anew, has no rate.
      if (seconds > 600) seconds = 0
      keep("up", "centiseconds", uptime[1] * 100)
      times()
      memory()
      load()
      sockets()
      network()
      requests()
      printf "%s", counters > before
      close(before)
    }
    $1 == "@inodes" { item = "inode_usage" }
    $1 ~ /^\/dev\// && $5 ~ /^[0-9]+%$/ { put(7, $1 "." item, substr($5, 1, length($5) - 1)) }
  '
}

# Keeps a look for delivery; of what waits, six hours at most.
measure() {
  time=$(now)
  look "$STATE/counters" >"$STATE/look" && [ -s "$STATE/look" ] && mv "$STATE/look" "$SPOOL/m.$time"
  set -- "$SPOOL"/m.*
  while [ $# -gt 360 ]; do
    rm -f "$1"
    shift
  done
}

# The zone of the clock, in minutes before UTC.
zone_minutes() {
  date +%z | awk '{ minutes = substr($0, 2, 2) * 60 + substr($0, 4, 2); print substr($0, 1, 1) == "-" ? -minutes : minutes }'
}

reports_body() {
  awk -v server="$SERVER" -v version="$VERSION" -v zone="$zone" '
    BEGIN { printf "{\"serverId\":%d,\"agentVersion\":\"%s\",\"zone\":%d,\"reports\":[", server, version, zone }
    FNR == 1 { time = FILENAME; sub(/.*\/m\./, "", time) }
    NF == 3 { printf "%s{\"type\":%d,\"item\":\"%s\",\"value\":\"%s\",\"time\":%s}", comma, $1, $2, $3, time; comma = "," }
    END { print "]}" }' "$@"
}

# Sends what waits, thirty minutes in one call. What the console cannot use is dropped: it would be refused for ever.
deliver() {
  while :; do
    count=0 batch=''
    for file in "$SPOOL"/m.*; do
      [ -e "$file" ] || return 0
      [ "$count" -lt 30 ] || break
      count=$((count + 1)) batch="$batch $file"
    done
    # shellcheck disable=SC2086 # the folder has no blanks in its name
    set -- $batch
    reports_body "$@" >"$STATE/body"
    send /agent/reportMany "$STATE/body" "$STATE/answer"
    case $? in
    0) tell_problem '' ;;
    1)
      tell_problem "$reason"
      return 1
      ;;
    *)
      tell_problem "$reason"
      case $reason in
      *sign* | *expired* | *clock* | *server* | *many* | *stored*) return 1 ;;
      esac
      ;;
    esac
    rm -f "$@"
  done
}
