/**
 * What a server is asked once a minute, for any POSIX shell with the usual small tools (coreutils or BusyBox). Rates are
 * the difference of two looks a second apart. Only disks of the machine itself are asked for their room: a network
 * disk that does not answer would hold the command, and every minute another one.
 */
export const COLLECT_PROGRAM = `LC_ALL=C
export LC_ALL
look() {
  echo @uptime; cat /proc/uptime
  echo @stat; head -n 1 /proc/stat
  echo @net; cat /proc/net/dev
  echo @disk; cat /proc/diskstats
}
look
sleep 1
look
echo @load; cat /proc/loadavg
echo @mem; cat /proc/meminfo
echo @tcp
tables=/proc/net/tcp
[ -r /proc/net/tcp6 ] && tables="$tables /proc/net/tcp6"
awk 'FNR > 1 { n++; if ($4 == "01") e++ } END { print n + 0, e + 0 }' $tables
echo @block; ls /sys/block
places=$(awk '$1 ~ /^\\/dev\\// && $1 !~ /^\\/dev\\/(loop|sr|fuse)/ && $3 !~ /^(fuse|iso9660|squashfs)/ && $2 !~ /\\\\/ && !seen[$1]++ { print $2 }' /proc/mounts)
IFS='
'
set -f
if [ -n "$places" ]; then
  echo @room; df -kP $places
  echo @inodes; df -iP $places
fi
echo @end
`
