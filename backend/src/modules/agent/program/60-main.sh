
# --- what the console asks for ----------------------------------------------------------------------------------

# Asks the console for nothing, which proves address, certificate, clock and key at once.
hello() {
  load_config && choose_tool || return 1
  mkdir -p "$STATE" || return 1
  printf '{"serverId":%s,"agentVersion":"%s","zone":0,"reports":[]}\n' "$SERVER" "$VERSION" >"$STATE/body"
  if send /agent/reportMany "$STATE/body" "$STATE/answer"; then
    echo "@tool $TOOL"
    return 0
  fi
  echo "$reason" >&2
  return 1
}

# Ends an agent of another make that was started in the folder $1.
stop_older() {
  read -r pid 2>/dev/null <"$1/goploy-agent.pid" || return 0
  case $(tr '\000' '\n' 2>/dev/null <"/proc/$pid/cmdline" | head -n 1) in
  *goploy-agent) ;;
  *) return 0 ;;
  esac
  kill "$pid"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -d "/proc/$pid" ] || break
    sleep 1
  done
  [ ! -d "/proc/$pid" ] || kill -KILL "$pid"
  echo "@note stopped-older"
}

# Called in the folder in which a new version was laid down: takes the place of the one above it.
adopt() {
  target=${DIR%/*}
  stop_older "$target"
  if [ -e "$target/$NAME" ]; then
    # A service would start it again.
    kind=plain
    read -r kind 2>/dev/null <"$target/$NAME.d/service"
    case $kind in systemd | systemd-user) control "$kind" stop "$NAME$(printf '%s' "$target" | tr '/' '-').service" 2>&1 ;; esac
    sh "$target/$NAME" stop || return 1
  fi
  mv -f "$DIR/$NAME.conf" "$target/$NAME.conf" && mv -f "$SELF" "$target/$NAME" || return 1
  rm -rf "$DIR"
  cd / && sh "$target/$NAME" setup
}

# Takes away everything that belongs to it; the folder as well when nothing else is in it.
remove() {
  drop_service
  stop
  rm -rf "$STATE" "$CONFIG" "$DIR/.$NAME.new"
  rm -f "$SELF"
  cd / && rmdir "$DIR" 2>/dev/null
  echo '@removed'
}

case ${1-} in
run) run ;;
start)
  load_config && start
  ;;
stop) stop ;;
status)
  if running; then echo "runs: $pid, version $VERSION"; else
    echo 'does not run'
    exit 3
  fi
  ;;
hello) hello ;;
adopt) adopt ;;
setup)
  load_config && setup
  ;;
remove) remove ;;
unit) unit_text "${2:-systemd}" ;;
service) service_kind ;;
look) look "${2:-/dev/null}" ;;
tasks) tasks_of "$2" ;;
plan) plan "$2" "$3" ;;
version) echo "$VERSION" ;;
*)
  echo "usage: $NAME run|start|stop|status|hello|remove|unit|service|look|version"
  [ "${1-}" = help ]
  ;;
esac
