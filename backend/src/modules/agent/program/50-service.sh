
# --- the two loops ----------------------------------------------------------------------------------------------

# Measures and talks to the console, at a second of the minute that is this server's own.
reporter() {
  trap 'end_sleep; exit 0' TERM INT HUP
  choose_tool 2>>"$STATE/log" || exit 1
  zone=$(zone_minutes)
  second=$((SERVER * 37 % 60))
  look "$STATE/counters" >/dev/null
  pause 2
  while :; do
    leave_if_alone
    measure
    deliver && poll && deliver_runs
    keep_log_short
    time=$(now)
    pause "$((60 - (time + 60 - second) % 60))"
  done
}

# Starts what is due. It looks fifteen seconds ahead, so a changed list counts from then on.
scheduler() {
  trap 'end_sleep; exit 0' TERM INT HUP
  choose_tool 2>/dev/null || exit 1
  seen=$(now)
  while :; do
    leave_if_alone
    until=$((seen + 15))
    if [ -s "$STATE/tasks" ]; then
      for each in $(plan "$seen" "$until"); do
        time=${each%%:*}
        wait_until "$time"
        start_task "${each#*:}" "$time"
      done
    fi
    wait_until "$until"
    time=$(now)
    seen=$until
    # A machine that slept, or whose clock was set, does not catch up.
    if [ "$((time - seen))" -gt 60 ] || [ "$((seen - time))" -gt 60 ]; then seen=$time; fi
  done
}

wait_until() {
  rest=$(($1 - $(now)))
  [ "$rest" -le 0 ] || [ "$rest" -gt 60 ] || pause "$rest"
}

# --- start and stop ---------------------------------------------------------------------------------------------

# The number of the agent of this folder, when it runs.
running() {
  read -r pid 2>/dev/null <"$STATE/pid" || return 1
  case $(tr '\000' ' ' 2>/dev/null <"/proc/$pid/cmdline") in
  *"$SELF run "*) return 0 ;;
  esac
  return 1
}

finish() {
  trap '' TERM INT HUP
  end_sleep
  kill "$reporter" "$scheduler" 2>/dev/null
  end_tasks
  wait "$reporter" "$scheduler" 2>/dev/null
  rm -f "$STATE/pid"
  say stopped
  exit 0
}

run() {
  load_config || exit 1
  mkdir -p "$SPOOL" || exit 1
  if running && [ "$pid" != $$ ]; then
    echo "runs already: $pid" >&2
    exit 1
  fi
  echo $$ >"$STATE/pid"
  end_tasks
  rm -rf "$RUNS"
  mkdir "$RUNS"
  : >>"$STATE/log"
  say "started, version $VERSION"
  reporter=0 scheduler=0
  trap finish TERM INT HUP
  reporter &
  reporter=$!
  scheduler &
  scheduler=$!
  while :; do
    pause 15
    kill -0 "$reporter" 2>/dev/null || {
      reporter &
      reporter=$!
    }
    kill -0 "$scheduler" 2>/dev/null || {
      scheduler &
      scheduler=$!
    }
  done
}

# Starts it without a service: away from the session that asks for it.
start() {
  running && return 0
  if has setsid; then
    setsid sh "$SELF" run </dev/null >/dev/null 2>&1 &
  else
    nohup sh "$SELF" run </dev/null >/dev/null 2>&1 &
  fi
}

stop() {
  running || return 0
  kill "$pid"
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    [ -d "/proc/$pid" ] || return 0
    sleep 1
  done
  kill -KILL "$pid" 2>/dev/null
  end_tasks
  rm -f "$STATE/pid"
}

# --- the service ------------------------------------------------------------------------------------------------

# One for each folder, so that two consoles may each have an agent on a machine.
UNIT=$NAME$(printf '%s' "$DIR" | tr '/' '-').service

is_root() { [ "$(id -u)" = 0 ]; }

cron_runs() {
  has crontab || return 1
  for file in /proc/[0-9]*/comm; do
    read -r name 2>/dev/null <"$file" || continue
    case $name in
    cron | crond | busybox-crond | fcron) return 0 ;;
    esac
  done
  return 1
}

# Which way this machine keeps a program running.
service_kind() {
  if [ -d /run/systemd/system ] && has systemctl; then
    if is_root; then
      echo systemd
      return
    fi
    # Without it the service would end when the last session does.
    loginctl enable-linger >/dev/null 2>&1
    if systemctl --user show-environment >/dev/null 2>&1 && [ -e "/var/lib/systemd/linger/$(id -un)" ]; then
      echo systemd-user
      return
    fi
  fi
  if cron_runs; then echo cron; else echo plain; fi
}

unit_folder() {
  case $1 in
  systemd) echo /etc/systemd/system ;;
  *) echo "${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user" ;;
  esac
}

unit_text() {
  cat <<UNIT_TEXT
[Unit]
Description=Windlass agent in $DIR
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=/bin/sh $SELF run
Restart=always
RestartSec=10
TimeoutStopSec=30
UMask=0077

[Install]
WantedBy=$([ "$1" = systemd ] && echo multi-user.target || echo default.target)
UNIT_TEXT
}

control() {
  kind=$1
  shift
  if [ "$kind" = systemd ]; then systemctl "$@"; else systemctl --user "$@"; fi
}

# The crontab without our line.
other_lines() { crontab -l 2>/dev/null | awk -v mark="# $NAME $DIR" 'substr($0, length($0) - length(mark) + 1) != mark'; }

# Makes it run, now and after a start of the machine.
setup() {
  mkdir -p "$SPOOL" || return 1
  kind=$(service_kind)
  case $kind in
  systemd | systemd-user)
    folder=$(unit_folder "$kind")
    mkdir -p "$folder" && unit_text "$kind" >"$folder/$UNIT" && chmod 644 "$folder/$UNIT" &&
      control "$kind" daemon-reload && control "$kind" enable "$UNIT" 2>&1 && control "$kind" restart "$UNIT" || return 1
    ;;
  cron)
    {
      other_lines
      echo "*/5 * * * * sh $SELF start >/dev/null 2>&1 # $NAME $DIR"
    } | crontab - || return 1
    start
    ;;
  *) start ;;
  esac
  echo "$kind" >"$STATE/service"
  echo "@service $kind"
}

drop_service() {
  read -r kind 2>/dev/null <"$STATE/service" || kind=plain
  case $kind in
  systemd | systemd-user)
    control "$kind" disable --now "$UNIT" 2>&1
    rm -f "$(unit_folder "$kind")/$UNIT"
    control "$kind" daemon-reload
    ;;
  cron)
    lines=$(other_lines)
    if [ -n "$lines" ]; then printf '%s\n' "$lines" | crontab -; else crontab -r; fi
    ;;
  esac
}
