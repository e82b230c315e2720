
# --- scheduled tasks --------------------------------------------------------------------------------------------

# Reads the list of the console: one line a task, its id, singleMode, logLevel, expression and command.
tasks_of() {
  awk '
    function plain(text,   out, at, code) {
      if (!index(text, "\\")) return text
      while (at = index(text, "\\")) {
        out = out substr(text, 1, at - 1)
        code = substr(text, at + 1, 1)
        if (code == "u") {
          out = out utf8(substr(text, at + 2, 4))
          text = substr(text, at + 6)
          continue
        }
        # Words are separated by any white space.
        out = out (code ~ /[ntrfb]/ ? " " : code)
        text = substr(text, at + 2)
      }
      return out text
    }
    function utf8(hex,   i, code) {
      code = 0
      for (i = 1; i <= 4; i++) code = code * 16 + index("0123456789abcdef", tolower(substr(hex, i, 1))) - 1
      if (code < 32) return " "
      if (code < 128) return sprintf("%c", code)
      if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
      return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
    }
    function set(name, value) {
      if (name == "expression" || name == "command") gsub(/[\001-\040]+/, " ", value)
      task[name] = value
    }
    # What stands between two strings: a value that is no string, and the ends of objects.
    function between(chunk,   mark, i) {
      if (chunk ~ /^[ ]*:/) {
        key = last
        if (match(chunk, /-?[0-9]+/)) { set(key, substr(chunk, RSTART, RLENGTH)); key = "" }
      } else if (key != "") {
        set(key, plain(last))
        key = ""
      }
      for (i = 1; i <= length(chunk); i++) {
        mark = substr(chunk, i, 1)
        if (mark == "{") depth++
        else if (mark == "}") {
          if (depth == 3 && task["id"] > 0 && task["expression"] != "" && task["command"] != "")
            print task["id"] "\t" task["singleMode"] + 0 "\t" task["logLevel"] + 0 "\t" task["expression"] "\t" task["command"]
          if (depth == 3) split("", task)
          depth--
        }
      }
    }
    { text = text $0 }
    END {
      count = split(text, part, "\"")
      for (n = 1; n <= count; n++) {
        if (!inside) {
          between(part[n])
          inside = 1
          last = ""
          continue
        }
        last = last part[n]
        slashes = 0
        while (substr(part[n], length(part[n]) - slashes, 1) == "\\") slashes++
        if (slashes % 2) last = last "\""
        else inside = 0
      }
    }' "$1"
}

# What there is when the console is not reached stays in force.
poll() {
  printf '{"serverId":%s}\n' "$SERVER" >"$STATE/body"
  send /agent/getCronList "$STATE/body" "$STATE/answer" || {
    tell_problem "$reason"
    return 0
  }
  tell_problem ''
  tasks_of "$STATE/answer" >"$STATE/tasks.new" && mv "$STATE/tasks.new" "$STATE/tasks"
}

# Prints `time:id` for everything that is due after $1 and not after $2, in order; times are UTC.
plan() {
  awk -F '\t' -v from="$1" -v until="$2" '
    # One of six fields as the set of its values; "*" is told apart because days and weekdays depend on it.
    function field(id, place, text,   list, count, i, range, step, ends, low, high, value) {
      count = split(tolower(text), list, ",")
      for (i = 1; i <= count; i++) {
        range = list[i]
        step = 1
        if (split(range, ends, "/") == 2) { range = ends[1]; step = ends[2] }
        else if (index(range, "/")) return 0
        if (step !~ /^[0-9]+$/ || step + 0 < 1) return 0
        if (range == "*" || range == "?") {
          low = least[place]; high = most[place]
          if (step + 0 == 1) any[id, place] = 1
        } else {
          if (split(range, ends, "-") > 2) return 0
          low = number(place, ends[1])
          high = index(range, "-") ? number(place, ends[2]) : (list[i] ~ /\// ? most[place] : low)
        }
        if (low < least[place] || high > most[place] || low > high) return 0
        for (value = low; value <= high; value += step) due[id, place, value] = 1
      }
      return count > 0
    }
    function number(place, text,   at) {
      if (text ~ /^[0-9]+$/) return text + 0
      if (length(text) != 3) return -1
      if (place == 5 && (at = index("janfebmaraprmayjunjulaugsepoctnovdec", text)) % 3 == 1) return (at + 2) / 3
      if (place == 6 && (at = index("sunmontuewedthufrisat", text)) % 3 == 1) return (at - 1) / 3
      return -1
    }
    function calendar(days,   z, era, rest, year, months) {
      weekday = (days + 4) % 7
      z = days + 719468
      era = int(z / 146097)
      rest = z - era * 146097
      year = int((rest - int(rest / 1460) + int(rest / 36524) - int(rest / 146096)) / 365)
      rest -= 365 * year + int(year / 4) - int(year / 100)
      months = int((5 * rest + 2) / 153)
      day = rest - int((153 * months + 2) / 5) + 1
      month = months < 10 ? months + 3 : months - 9
    }
    BEGIN {
      split("0 0 0 1 1 0", least, " ")
      split("59 59 23 31 12 6", most, " ")
      for (i = 1; i <= 6; i++) { least[i] += 0; most[i] += 0 }
    }
    split($4, part, " ") == 6 {
      good = 1
      for (i = 1; i <= 6; i++) if (!field($1, i, part[i])) good = 0
      if (good) task[++tasks] = $1
    }
    END {
      for (time = from + 1; time <= until; time++) {
        clock = time % 86400
        calendar(int(time / 86400))
        for (i = 1; i <= tasks; i++) {
          id = task[i]
          if (!((id, 1, clock % 60) in due) || !((id, 2, int(clock / 60) % 60) in due)) continue
          if (!((id, 3, int(clock / 3600)) in due) || !((id, 5, month) in due)) continue
          onDay = (id, 4, day) in due
          onWeekday = (id, 6, weekday) in due
          if ((id, 4) in any || (id, 6) in any ? onDay && onWeekday : onDay || onWeekday) printf "%.0f:%s\n", time, id
        }
      }
    }' "$STATE/tasks"
}
