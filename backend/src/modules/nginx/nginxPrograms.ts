/*
 * Programs of sh that run on servers. They are written without line breaks, because they are handed over as one word;
 * everything that differs is a word of its own, and bytes that may be anything travel as base64.
 */

const lines = (...parts: string[]): string => parts.join(' ')

/** Runs a program (word 2) as root when word 1 allows it and sudo asks for no password. */
export const AS_ROOT = lines(
  's=$1; p=$2; shift 2;',
  'if [ "$s" = yes ] && [ "$(id -u)" != 0 ] && sudo -n true 2>/dev/null; then exec sudo -n sh -c "$p" sh "$@"; fi;',
  'exec sh -c "$p" sh "$@"',
)

const B64 = "b64() { base64 | tr -d '\\n'; };"

/** Masters of nginx that run in our own world, not in a container: `M pid exe title`, the last two in base64. */
const MASTERS = lines(
  'n=$(readlink /proc/self/ns/mnt 2>/dev/null);',
  "for c in $(grep -l '^nginx: master process' /proc/[0-9]*/cmdline 2>/dev/null); do",
  'd=${c%/cmdline}; m=$(readlink "$d/ns/mnt" 2>/dev/null);',
  'if [ -n "$m" ] && [ "$m" != "$n" ]; then continue; fi;',
  'printf \'M %s =%s =%s\\n\' "${d#/proc/}" "$(readlink "$d/exe" 2>/dev/null | b64)" "$(tr \'\\000\' \' \' < "$c" | b64)";',
  'done;',
)

/** Masters that run, and programs where nginx is usually installed (`I path`). */
export const FIND = lines(
  B64,
  MASTERS,
  'for f in "$(command -v nginx)" "$(command -v openresty)" /usr/sbin/nginx /usr/local/nginx/sbin/nginx /usr/local/sbin/nginx',
  '/usr/local/openresty/nginx/sbin/nginx /opt/nginx/sbin/nginx /usr/local/tengine/sbin/nginx /opt/homebrew/bin/nginx; do',
  'if [ -f "$f" ] && [ -x "$f" ]; then printf \'I %s\\n\' "$f"; fi; done; :',
)

/** Masters that run, where the program (word 1) really lies (`R path`), and what it says about itself (`V text`). */
export const LOOK = lines(
  B64,
  'if ! [ -f "$1" ] || ! [ -x "$1" ]; then exit 66; fi;',
  MASTERS,
  'printf \'R =%s\\n\' "$(readlink -f "$1" | b64)"; printf \'V =%s\\n\' "$("$1" -V 2>&1 | b64)"',
)

/**
 * Files: a word `L…` is a path, `G…` a pattern. Answers `F number meta real path content`; without content when it is
 * too large (`-`) or cannot be read (`!`). A path of a folder is answered as `D number real`.
 */
export const readFiles = (limit: number): string =>
  lines(
    B64,
    'LC_ALL=C; export LC_ALL; IFS=; i=0;',
    'one() {',
    'if [ -d "$1" ]; then printf \'D %s =%s\\n\' "$i" "$(readlink -f "$1" | b64)"; fi;',
    'if ! [ -f "$1" ]; then return 0; fi;',
    'm=$(stat -L -c %s:%a:%Y:%U:%G "$1"); c=!;',
    `if [ -r "$1" ]; then if [ "\${m%%:*}" -gt ${limit} ]; then c=-; else c="=$(b64 < "$1")"; fi; fi;`,
    'printf \'F %s %s =%s =%s %s\\n\' "$i" "$m" "$(readlink -f "$1" | b64)" "$(printf %s "$1" | b64)" "$c";',
    '};',
    'for w; do case $w in',
    'L*) one "${w#L}";;',
    // The word is meant to be expanded, and with an empty IFS it is not split.
    'G*) for f in ${w#G}; do one "$f"; done;;',
    'esac; i=$((i+1)); done',
  )

/** Plain files of a folder: `meta:path` lines. */
export const NEARBY = lines(
  'find "$1" -xdev -maxdepth 3 -type f -size -2049 -exec stat -c %s:%a:%Y:%U:%G:%n {} + 2>/dev/null | head -n 500; :',
)

/**
 * Tests a configuration in a copy: words are program, prefix, main file and its folder. The copy of the folder holds
 * links to what is there; standard input says what differs: `W path content`, `L path` for a file elsewhere, `R path`.
 * A folder of the copy that is a link is made a folder of its own before anything is written below it.
 */
export const SANDBOX = lines(
  'S=$(mktemp -d "${TMPDIR:-/tmp}/windlass-nginx-XXXXXX") || exit 70;',
  'trap \'rm -rf "$S"\' EXIT; trap "exit 71" HUP INT TERM;',
  'fill() { for e in "$1"/* "$1"/.[!.]*; do if [ -e "$e" ] || [ -L "$e" ]; then ln -s "$e" "$S$e" || exit 72; fi; done; };',
  'own() { a=; r=${1#/}; while [ -n "$r" ]; do w=${r%%/*}; case $r in */*) r=${r#*/};; *) r=;; esac; a=$a/$w;',
  'if [ -L "$S$a" ]; then rm "$S$a" && mkdir "$S$a" && fill "$a" || exit 72;',
  'elif ! [ -d "$S$a" ]; then mkdir "$S$a" || exit 72; fi; done; };',
  'dec() { printf %s "$1" | base64 -d; };',
  'own "$4"; fill "$4";',
  'while read -r k p c; do f=$(dec "$p"); own "${f%/*}"; rm -f "$S$f" || exit 72;',
  'case $k in W) dec "${c#=}" > "$S$f" || exit 72;; L) ln -s "$f" "$S$f" || exit 72;; esac; done;',
  'o=$("$1" -t -c "$S$3" -p "$2" 2>&1); r=$?; printf \'%s\\n\' "$o" | sed "s|$S||g"; exit "$r"',
)

const SUM = 'sum() { sha256sum < "$1" | cut -d " " -f 1; };'
/** The names of what is not there for good; no include pattern meets a name that begins with a dot. */
const BESIDE = 'd=${f%/*}; t=$d/.windlass-$$.new; o=$d/.windlass-$$.old;'
const TEST = 'out=$("$b" -t -c "$c" -p "$p" 2>&1); r=$?;'
const TELL = 'printf \'%s\\n\' "$out"; if [ "$r" != 0 ]; then exit 75; fi'
/** Whatever interrupts, what was there before is put back. */
const ON_SIGNAL = 'trap "back; exit 71" HUP INT TERM;'

/**
 * Replaces a file when nginx accepts the configuration with it. Words: program, main file, prefix, file, hash of what
 * has to be there (`any` for whatever is, "" for nothing), hash of the new text, which is standard input, and a file
 * whose mode and owner a new one takes. Exit 64: something else is there; 65: nothing is there; 75: nginx refused.
 */
export const WRITE = lines(
  'b=$1; c=$2; p=$3; f=$4; h=$5; n=$6; l=$7;',
  SUM,
  BESIDE,
  'if [ -e "$f" ]; then if [ "$h" != any ] && [ "$h" != "$(sum "$f")" ]; then exit 64; fi;',
  'elif [ -n "$h" ] && [ "$h" != any ]; then exit 65; fi;',
  'trap \'rm -f "$t" "$o"\' EXIT;',
  'if [ -e "$f" ]; then cp -p "$f" "$o" && cp -p "$f" "$t" || exit 73;',
  'elif [ -n "$l" ]; then cp -p "$l" "$t" || exit 73; fi;',
  'cat > "$t" || exit 73; if [ "$(sum "$t")" != "$n" ]; then exit 74; fi;',
  'back() { if [ -e "$o" ]; then mv -f "$o" "$f"; else rm -f "$f"; fi; };',
  ON_SIGNAL,
  'mv -f "$t" "$f" || exit 73;',
  TEST,
  'if [ "$r" != 0 ]; then back; fi;',
  TELL,
)

/** Takes a file away when nginx accepts the configuration without it. Words: program, main file, prefix, file. */
export const REMOVE = lines(
  'b=$1; c=$2; p=$3; f=$4;',
  BESIDE,
  'if ! [ -e "$f" ] && ! [ -L "$f" ]; then exit 65; fi;',
  'back() { mv -f "$o" "$f"; };',
  ON_SIGNAL,
  'mv -f "$f" "$o" || exit 73;',
  TEST,
  'if [ "$r" != 0 ]; then back; else rm -f "$o"; fi;',
  TELL,
)

/** Gives a file another name when nginx accepts the configuration then. Words: program, main file, prefix, both names. */
export const MOVE = lines(
  'b=$1; c=$2; p=$3; f=$4; g=$5;',
  'if [ -e "$g" ] || [ -L "$g" ]; then exit 64; fi; if ! [ -e "$f" ] && ! [ -L "$f" ]; then exit 65; fi;',
  'back() { mv -f "$g" "$f"; };',
  ON_SIGNAL,
  'mv -n "$f" "$g" || exit 73;',
  TEST,
  'if [ "$r" != 0 ]; then back; fi;',
  TELL,
)

/** Tests the configuration. Words: program, main file, prefix. */
export const CHECK = '"$1" -t -c "$2" -p "$3" 2>&1'
/** Has the configuration loaded. Words as before. */
export const RELOAD = '"$1" -s reload -c "$2" -p "$3" 2>&1'

/** What is to be known about a master (word 1): the clock, then a line `/proc/…/stat` for it and for each worker. */
export const STATUS = lines(
  'printf \'%s %s %s\\n\' "$(date +%s)" "$(cut -d " " -f 1 /proc/uptime)" "$(getconf CLK_TCK 2>/dev/null || echo 100)";',
  'stat -c %U "/proc/$1" 2>/dev/null || echo;',
  'cat "/proc/$1/stat" 2>/dev/null || echo;',
  "for c in $(grep -l '^nginx: worker process' /proc/[0-9]*/cmdline 2>/dev/null); do if grep -q 'shutting down' \"$c\" 2>/dev/null; then continue; fi;",
  'cat "${c%/cmdline}/stat" 2>/dev/null; done; :',
)

/** Asks the server itself over HTTP. Words: address, name of the host, and a socket or "". Without curl and wget nobody asks. */
export const ASK_STUB = lines(
  'if command -v curl > /dev/null 2>&1; then',
  'if [ -n "$3" ]; then exec curl -gksS -m 3 --noproxy \'*\' --unix-socket "$3" -H "Host: $2" "$1" 2> /dev/null; fi;',
  'exec curl -gksS -m 3 --noproxy \'*\' -H "Host: $2" "$1" 2> /dev/null; fi;',
  'if [ -z "$3" ] && command -v wget > /dev/null 2>&1; then http_proxy= https_proxy=; export http_proxy https_proxy;',
  'exec wget -q -T 3 -O - --no-check-certificate --header "Host: $2" "$1" 2> /dev/null; fi',
)

/**
 * The end of a log. Words: file, where the last answer ended, the inode it told, how much is sent at most, how many
 * lines at first, and what the lines must hold. The first line tells inode, size and whether it begins anew.
 */
export const TAIL = lines(
  'f=$(readlink -f "$1"); if ! [ -f "$f" ]; then exit 66; fi; if ! [ -r "$f" ]; then exit 67; fi;',
  'case $f in /etc/*|/root/*|/proc/*|/sys/*|/dev/*|/boot/*) exit 68;; esac;',
  'i=$(stat -c %d-%i "$f"); s=$(stat -c %s "$f"); a=1; w=$4; if [ -n "$6" ]; then w=$((w*32)); fi;',
  'q=$((s>w ? s-w : 0)); if [ "$3" = "$i" ] && [ "$2" -le "$s" ] && [ $((s-$2)) -le "$4" ]; then a=0; q=$2; fi;',
  'printf \'%s %s %s\\n\' "$i" "$s" "$a";',
  'pick() { if [ -n "$1" ]; then grep -a -i -F -e "$1"; else cat; fi; };',
  'last() { if [ "$a" = 1 ]; then tail -n "$1"; else cat; fi; };',
  'tail -c "+$((q+1))" "$f" | head -c "$((s-q))" | pick "$6" | last "$5"; :',
)
