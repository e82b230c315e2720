/*
 * Programs of sh that run on servers. They are written without line breaks, because they are handed over as one word;
 * everything that differs is a word of its own, and bytes that may be anything travel as base64.
 */

const lines = (...parts: string[]): string => parts.join(' ')

const SET_UP = lines(
  'LC_ALL=C; PATH="$PATH:/usr/local/bin:/usr/sbin:/sbin"; export LC_ALL PATH;',
  "b64() { base64 | tr -d '\\n'; };",
)
const TAB = 'tab() { if [ -n "$u" ]; then crontab -u "$u" "$@"; else crontab "$@"; fi; };'
const IS_THERE = 'command -v crontab >/dev/null 2>&1 || exit 64;'
/**
 * Answers `A name uid`, `E code words`, and `T text` when there is one. The cron of Debian shows carriage returns and
 * backspaces as `\r` and `\b` in its lists; an editor that only prints gets the text as it is, which is `X`.
 */
const TELL = lines(
  'tell() { printf \'A =%s %s\\n\' "$(id -un | b64)" "$(id -u)"; e=$(tab -l 2>&1 >/dev/null </dev/null); r=$?;',
  'printf \'E %s =%s\\n\' "$r" "$(printf %s "$e" | b64)";',
  'if [ "$r" = 0 ]; then printf \'T =%s\\n\' "$(tab -l </dev/null | b64)";',
  "if [ -e /etc/debian_version ] && tab -l </dev/null | grep -q '\\\\[br]'; then",
  'printf \'X =%s\\n\' "$(VISUAL=cat; EDITOR=cat; export VISUAL EDITOR; tab -e </dev/null 2>/dev/null | b64)"; fi; fi; };',
)

/** The crontab of an account (word 1, "" is the own one). Exit 64: there is no crontab program. */
export const READ = lines(SET_UP, TAB, TELL, IS_THERE, 'u=$1; tell')

/**
 * Replaces it by standard input. Words: account, hash of what has to be there, hash of the new text. Exit 66: something
 * else is there; 67: the text did not come as a whole. `R code words` is what crontab said; what is there then follows.
 */
export const INSTALL = lines(
  SET_UP,
  TAB,
  TELL,
  IS_THERE,
  "sum() { sha256sum | cut -d ' ' -f 1; };",
  'u=$1; t=$(b64); raw() { printf %s "$t" | base64 -d; };',
  'if [ "$(raw | sum)" != "$3" ]; then exit 67; fi;',
  'if [ "$(tab -l 2>/dev/null </dev/null | sum)" != "$2" ]; then exit 66; fi;',
  'o=$(raw | tab - 2>&1); printf \'R %s =%s\\n\' "$?" "$(printf %s "$o" | b64)"; tell',
)

/** Daemons of cron that run in our own world, not in a container: `D pid exe`. */
const DAEMONS = lines(
  'n=$(readlink /proc/self/ns/mnt 2>/dev/null);',
  "for c in $(grep -lxE 'cron|crond|fcron|dcron|busybox' /proc/[0-9]*/comm 2>/dev/null); do d=${c%/comm};",
  'if grep -qx busybox "$c" 2>/dev/null && ! tr \'\\000\' \' \' < "$d/cmdline" 2>/dev/null | grep -q crond; then continue; fi;',
  'm=$(readlink "$d/ns/mnt" 2>/dev/null); if [ -n "$m" ] && [ "$m" != "$n" ]; then continue; fi;',
  'printf \'D %s =%s\\n\' "${d#/proc/}" "$(readlink "$d/exe" 2>/dev/null | b64)"; done;',
)

/** Accounts that have a crontab, and those that could: `U name` and `P name`. */
const ACCOUNTS = lines(
  'if [ "$(id -u)" = 0 ]; then',
  'for d in /var/spool/cron/crontabs /var/spool/cron/tabs /var/spool/cron /etc/crontabs; do',
  'for f in "$d"/*; do if [ -f "$f" ]; then printf \'U =%s\\n\' "$(printf %s "${f##*/}" | b64)"; fi; done; done;',
  '{ getent passwd 2>/dev/null || cat /etc/passwd; } |',
  'awk -F: \'($3 == 0 || $3 >= 1000) && $7 !~ /(nologin|false)$/ { print "P " $1 }\' | head -n 300; fi;',
)

/** How cron is there, what runs, the clock and the accounts. */
export const HOST = lines(
  SET_UP,
  'printf \'A =%s %s\\n\' "$(id -un | b64)" "$(id -u)"; printf \'H =%s\\n\' "$(printf %s "$HOME" | b64)";',
  'p=$(command -v crontab 2>/dev/null); printf \'C =%s\\n\' "$(readlink -f "$p" 2>/dev/null | b64)";',
  'if [ -n "$p" ]; then printf \'V =%s\\n\' "$(crontab -V 2>&1 </dev/null | head -n 1 | b64)"; fi;',
  DAEMONS,
  'printf \'Z =%s\\n\' "$(readlink -f /etc/localtime 2>/dev/null | b64)";',
  "printf 'T =%s\\n' \"$(head -n 1 /etc/timezone 2>/dev/null | b64)\"; date +'O %z %s';",
  "if command -v flock >/dev/null 2>&1; then echo 'L yes'; fi; if [ -e /etc/debian_version ]; then echo 'B yes'; fi;",
  'for i in apt-get dnf yum apk pacman zypper; do if command -v "$i" >/dev/null 2>&1; then printf \'I %s\\n\' "$i"; break; fi; done;',
  'if [ -d /run/systemd/system ]; then for s in cron crond cronie; do',
  'if systemctl cat "$s" >/dev/null 2>&1; then printf \'S %s\\n\' "$s"; break; fi; done;',
  "elif command -v rc-service >/dev/null 2>&1; then echo 'G yes'; fi;",
  ACCOUNTS,
  ':',
)

/** The tables of the system: `F path content`, where `-` is too large and `!` cannot be read. */
export const SYSTEM = lines(
  SET_UP,
  'i=0; for f in /etc/crontab /etc/cron.d/*; do',
  'if ! [ -f "$f" ]; then continue; fi; i=$((i+1)); if [ "$i" -gt 200 ]; then break; fi;',
  'c=!; if [ -r "$f" ]; then if [ "$(wc -c < "$f")" -gt 262144 ]; then c=-; else c="=$(b64 < "$f")"; fi; fi;',
  'printf \'F =%s %s\\n\' "$(printf %s "$f" | b64)" "$c"; done; :',
)

/** Follows a file (word 2) from its last lines (word 1) on, also when it is not there yet or is rotated. */
export const FOLLOW = lines(
  'if [ -e "$2" ] && ! [ -f "$2" ]; then echo "$2 is no plain file" >&2; exit 65; fi;',
  'if [ -e "$2" ] && ! [ -r "$2" ]; then echo "$2 cannot be read by $(id -un)" >&2; exit 65; fi;',
  'exec tail -n "$1" -F "$2" 2>/dev/null',
)

/**
 * Runs a command as cron would. Words: account, home (HOME of the crontab or ""), shell, lock or "", command and input in
 * base64, and variables as `NAME=value`. Exit 75: another run holds the lock.
 */
export const RUN = lines(
  'u=$1; h=$2; s=$3; k=$4; c=$(printf %s "$5" | base64 -d); i=$6; shift 6; me=$(id -un); [ -n "$u" ] || u=$me;',
  'e=$(getent passwd "$u" 2>/dev/null || grep "^$u:" /etc/passwd);',
  'if [ -z "$e" ]; then echo "there is no account $u" >&2; exit 127; fi;',
  '[ -n "$h" ] || h=$(printf %s "$e" | cut -d: -f6);',
  'if [ -n "$k" ] && command -v flock >/dev/null 2>&1; then if ! flock -n "$k" true; then',
  'echo "another run of this line goes on: it holds $k" >&2; exit 75; fi; fi;',
  'set -- env -i HOME="$h" LOGNAME="$u" USER="$u" SHELL="$s" PATH=/usr/bin:/bin "$@" "$s" -c "$c";',
  'if [ -n "$k" ]; then set -- flock -n "$k" "$@"; fi;',
  'cd "$h" 2>/dev/null || { echo "the folder $h cannot be entered; the command begins in /" >&2; cd /; };',
  'if [ "$u" != "$me" ]; then',
  'if setpriv --reuid="$me" --regid="$(id -g)" --init-groups true 2>/dev/null; then',
  'set -- setpriv --reuid="$u" --regid="$(id -g "$u")" --init-groups "$@";',
  'else set -- su -s /bin/sh "$u" -c \'exec "$0" "$@"\' "$@"; fi; fi;',
  'if [ -n "$i" ]; then printf %s "$i" | base64 -d | "$@"; else "$@" </dev/null; fi',
)
