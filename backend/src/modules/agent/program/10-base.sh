#!/bin/sh
# Windlass agent @version@: measures this machine each minute, tells its console, and runs the scheduled tasks of this
# server. It needs sh, awk, df, sleep, one of curl and wget, and one of sha256sum and openssl; `help` says what it does.
set -u
umask 077

VERSION='@version@'
NAME=windlass-agent
TAB=$(printf '\t')
OWN_LC_ALL=${LC_ALL-}
LC_ALL=C
export LC_ALL

case $0 in
*/*) DIR=${0%/*} ;;
*) DIR=. ;;
esac
DIR=$(CDPATH='' cd -- "$DIR" && pwd -P) || exit 1
SELF=$DIR/$NAME
CONFIG=$DIR/$NAME.conf
STATE=$DIR/$NAME.d
SPOOL=$STATE/spool
RUNS=$STATE/runs

SERVER='' URL='' KEY='' TOOL='' CA=''
sleeper='' problem=''

# Nothing in the file is read as a program.
load_config() {
  [ -r "$CONFIG" ] || {
    echo "$CONFIG cannot be read" >&2
    return 1
  }
  while IFS='=' read -r name value; do
    case $name in
    server) SERVER=$value ;;
    url) URL=$value ;;
    key) KEY=$value ;;
    tool) TOOL=$value ;;
    ca) CA=$value ;;
    path) PATH=$value ;;
    esac
  done <"$CONFIG"
  export PATH
  [ -n "$SERVER" ] && [ -n "$URL" ] && [ -n "$KEY" ] && return 0
  echo "$CONFIG must hold server, url and key" >&2
  return 1
}

has() { command -v "$1" >/dev/null 2>&1; }

say() {
  printf '%s %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$*" >>"$STATE/log"
}

# Says a problem once, however often it comes, and that it is over.
tell_problem() {
  [ "$1" = "$problem" ] && return 0
  problem=$1
  if [ -n "$1" ]; then say "$1"; else say 'the console answers again'; fi
}

keep_log_short() {
  [ "$(wc -c <"$STATE/log")" -lt 131072 ] || mv -f "$STATE/log" "$STATE/log.1"
}

# Waits, and hears a signal at once.
pause() {
  sleep "$1" &
  sleeper=$!
  wait "$sleeper"
  sleeper=''
}

end_sleep() { [ -z "$sleeper" ] || kill "$sleeper" 2>/dev/null; }

# $$ is the first process also in its children: without it they are nobody's.
leave_if_alone() { [ -d "/proc/$$" ] || exit 0; }

now() { date +%s; }
