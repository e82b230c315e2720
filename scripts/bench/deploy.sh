#!/bin/bash
# The baseline of the deploy benchmark: what a person writes who deploys by hand, one server after the other.
#   deploy.sh <working copy> <key> <target directory> <release> <port>...
set -euo pipefail
copy=$1 key=$2 target=$3 release=$4
shift 4
options="-i $key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
git -C "$copy" fetch --quiet origin main
git -C "$copy" reset --quiet --hard FETCH_HEAD
for port in "$@"; do
  ssh $options -p "$port" 127.0.0.1 "mkdir -p $target/releases"
  rsync -rt --exclude .git --copy-dest="$target/live" -e "ssh $options -p $port" \
    "$copy/" "127.0.0.1:$target/releases/$release/"
  ssh $options -p "$port" 127.0.0.1 "ln -sfn $target/releases/$release $target/live"
done
