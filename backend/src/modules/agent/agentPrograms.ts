/*
 * Fixed programs for the shell of a server; what differs are their words, which are never read as a program. What they
 * answer are lines that begin with `@`.
 */

/** Tells what is there. `$1`: the folder. */
export const LOOK_PROGRAM = `for tool in awk cat cut df head id mkdir mkfifo mv rm sleep tail tr wc; do
  command -v "$tool" >/dev/null 2>&1 || echo "@missing $tool"
done
for tool in curl wget sha256sum openssl setsid apk apt-get dnf yum; do
  if command -v "$tool" >/dev/null 2>&1; then echo "@has $tool"; fi
done
[ -r /proc/stat ] || echo "@missing /proc"
echo "@user $(id -un 2>/dev/null)"
if [ -r "$1/windlass-agent.conf" ]; then
  while IFS= read -r line; do
    case $line in server=*) echo "@owner \${line#server=}" ;; esac
  done <"$1/windlass-agent.conf"
fi
exit 0
`

/** Lays program and settings down beside what runs. `$1`: the folder, `$2`: the digest. It reads both, with a mark between. */
export const LAY_PROGRAM = `set -u
umask 077
new=$1/.windlass-agent.new
rm -rf "$new" && mkdir -p "$new" || exit 1
: >"$new/windlass-agent.conf" || exit 1
while IFS= read -r line && [ "$line" != @program ]; do
  printf '%s\\n' "$line"
done >"$new/windlass-agent.conf"
printf 'path=%s\\n' "$PATH" >>"$new/windlass-agent.conf"
if [ -r "$1/windlass-agent.conf" ]; then awk '/^ca=/' "$1/windlass-agent.conf" >>"$new/windlass-agent.conf"; fi
cat >"$new/windlass-agent" || exit 1
if command -v sha256sum >/dev/null 2>&1; then
  sum=$(sha256sum <"$new/windlass-agent")
else
  sum=$(openssl dgst -sha256 -r <"$new/windlass-agent")
fi
[ "\${sum%% *}" = "$2" ] || { echo "the program did not come over whole; is the disk full?" >&2; exit 1; }
chmod 700 "$new/windlass-agent"
`

/** Asks what was laid down to do something. `$1`: the folder, `$2`: what. */
export const ASK_NEW_PROGRAM = 'exec sh "$1/.windlass-agent.new/windlass-agent" "$2"'

/** Takes away what was laid down, when it is not used. `$1`: the folder. */
export const DROP_PROGRAM = 'rm -rf "$1/.windlass-agent.new"; rmdir "$1" 2>/dev/null; exit 0'

/** The last words of an agent. `$1`: the folder. */
export const LOG_PROGRAM = 'tail -n 3 "$1/windlass-agent.d/log" 2>/dev/null; exit 0'

/** Removes an agent. `$1`: the folder. Where its program is gone, so is everything that it knew. */
export const REMOVE_PROGRAM = `if [ -f "$1/windlass-agent" ]; then exec sh "$1/windlass-agent" remove; fi
echo @absent`
