
# --- runs of tasks ----------------------------------------------------------------------------------------------

# Finds the program without asking the shell, which would prefer a command of its own.
find_program() {
  found=''
  case $1 in
  */*)
    [ -f "$1" ] && [ -x "$1" ] && found=$1
    return 0
    ;;
  esac
  IFS=:
  for folder in $PATH; do
    if [ -f "$folder/$1" ] && [ -x "$folder/$1" ]; then
      found=$folder/$1
      break
    fi
  done
  unset IFS
}

# The first 20,000 bytes; the rest is read and forgotten, so that nothing fills the disk and nobody waits.
bounded() {
  head -c 20000
  cat >/dev/null
}

# As the inside of a string of JSON.
json_text() {
  tr -d '\000' <"$1" | awk '
    BEGIN { for (i = 1; i < 32; i++) code[sprintf("%c", i)] = sprintf("\\u%04x", i) }
    {
      gsub(/\\/, "&&")
      gsub(/"/, "\\\\&")
      if ($0 ~ /[\001-\037]/) {
        out = ""
        for (i = 1; i <= length($0); i++) { letter = substr($0, i, 1); out = out (letter in code ? code[letter] : letter) }
        $0 = out
      }
      printf "%s\\n", $0
    }'
}

centiseconds() {
  read -r up _ </proc/uptime
  echo "${up%.*}${up#*.}"
}

# Runs the words of $2 as program and arguments; leaves $code, and what went wrong before it ran in $failure.
run_words() {
  failure=''
  set -f
  # shellcheck disable=SC2086 # a command is split on white space, and nothing else is done with it
  set -- "$1" $2
  set +f
  run=$1
  shift
  find_program "$1"
  if [ -z "$found" ]; then
    code=1 failure="$1: there is no such program"
    return
  fi
  shift
  rm -f "$run.o" "$run.e"
  mkfifo "$run.o" "$run.e" || return
  bounded <"$run.o" >"$run.out" &
  readers=$!
  bounded <"$run.e" >"$run.err" &
  readers="$readers $!"
  (
    trap - TERM INT HUP
    if [ -n "$OWN_LC_ALL" ]; then LC_ALL=$OWN_LC_ALL; else unset LC_ALL; fi
    umask 022
    cd / || exit 1
    if has setsid; then exec setsid "$found" "$@"; else exec "$found" "$@"; fi
  ) </dev/null >"$run.o" 2>"$run.e" &
  child=$!
  echo "$child" >"$run.pid"
  # A signal to us ends the waiting, not the program; whoever stops us ends it as well.
  while :; do
    wait "$child"
    code=$?
    kill -0 "$child" 2>/dev/null || break
  done
  rm -f "$run.pid"
  if [ "$code" -gt 128 ] && kill -l "$((code - 128))" >/dev/null 2>&1; then
    failure="signal: $(kill -l "$((code - 128))")" code=-1
  elif [ "$code" -ne 0 ]; then
    failure="exit status $code"
  fi
  # What it has left behind may hold its output for as long as it likes.
  for _ in 1 2 3 4 5; do
    # shellcheck disable=SC2086
    kill -0 $readers 2>/dev/null || break
    sleep 1
  done
}

task_message() {
  if [ -n "$failure" ]; then
    printf '%s\n' "$failure" >"$run.why"
    printf 'Exec error:\\n'
    json_text "$run.why"
  fi
  [ -f "$run.out" ] || return 0
  printf 'Stdout:\\n'
  json_text "$run.out"
  [ "$1" -ge 2 ] || return 0
  printf 'Stderr:\\n'
  json_text "$run.err"
}

# One run from its start to its report; a report that cannot be sent now waits with the measurements.
run_task() {
  trap ':' TERM INT HUP
  begun=$(centiseconds)
  run_words "$RUNS/$1.$due" "$4"
  if [ "$code" -ne 0 ] || [ "$3" -ge 1 ]; then
    {
      printf '{"serverId":%s,"cronId":%s,"execCode":%s,"message":"' "$SERVER" "$1" "$code"
      task_message "$3"
      printf '","reportTime":"%s","time":%s,"duration":%s}\n' \
        "$(date '+%Y-%m-%d %H:%M:%S')" "$(now)" "$((($(centiseconds) - begun) * 10))"
    } >"$run.body"
    send /agent/cronReport "$run.body" "$run.answer"
    case $? in
    1) mv "$run.body" "$SPOOL/r.$(now).$1" ;;
    2) say "the report of task $1: $reason" ;;
    esac
  fi
  rm -f "$run".*
  [ "$2" != 1 ] || rm -f "$RUNS/single.$1"
}

start_task() {
  while IFS=$TAB read -r id single level _ command; do
    [ "$id" = "$1" ] || continue
    if [ "$single" = 1 ]; then
      if [ -e "$RUNS/single.$id" ]; then return; fi
      : >"$RUNS/single.$id"
    fi
    due=$2
    run_task "$id" "$single" "$level" "$command" &
    return
  done <"$STATE/tasks"
}

# Reports of runs that could not be sent; two hundred at most.
deliver_runs() {
  set -- "$SPOOL"/r.*
  while [ $# -gt 200 ]; do
    rm -f "$1"
    shift
  done
  for file in "$@"; do
    [ -e "$file" ] || return 0
    send /agent/cronReport "$file" "$STATE/answer"
    [ $? -ne 1 ] || return 0
    rm -f "$file"
  done
}

# Ends what tasks have started: each has a session of its own, where there is setsid.
end_tasks() {
  for signal in TERM KILL; do
    any=''
    for file in "$RUNS"/*.pid; do
      [ -e "$file" ] || continue
      read -r child <"$file" || continue
      kill -"$signal" "-$child" 2>/dev/null || kill -"$signal" "$child" 2>/dev/null || continue
      any=1
    done
    [ -n "$any" ] || return 0
    for _ in 1 2 3; do
      set -- "$RUNS"/*.pid
      [ -e "$1" ] || return 0
      sleep 1
    done
  done
}
