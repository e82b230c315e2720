
# --- calls to the console ---------------------------------------------------------------------------------------

# Which of curl and wget is used: the one that was asked for where it is there.
choose_tool() {
  case $TOOL in
  curl | wget) has "$TOOL" || TOOL='' ;;
  *) TOOL='' ;;
  esac
  if [ -z "$TOOL" ]; then
    if has curl; then
      TOOL=curl
    elif has wget; then
      TOOL=wget
    else
      echo 'neither curl nor wget is there; install one of them' >&2
      return 1
    fi
  fi
  [ "$TOOL" != wget ] || choose_wget || return 1
  if has sha256sum; then
    DIGEST=sha256sum
  elif has openssl; then
    DIGEST=openssl
  else
    echo 'neither sha256sum nor openssl is there; install one of them' >&2
    return 1
  fi
}

# There are many of this name: GNU's, and those of BusyBox, some of which know no limit of time.
choose_wget() {
  options=$(wget --help 2>&1)
  LIMIT=''
  case $options in
  *--max-redirect*) return 0 ;;
  *--post-file*) TOOL=small-wget ;;
  *--post-data*) TOOL=smaller-wget ;;
  *)
    echo 'this wget cannot send data; install curl' >&2
    return 1
    ;;
  esac
  case $options in
  *'-T SEC'*) LIMIT='wget -T 10' ;;
  *)
    if timeout 2 true 2>/dev/null; then
      LIMIT='timeout 25 wget'
    elif timeout -t 2 true 2>/dev/null; then
      LIMIT='timeout -t 25 wget'
    else
      LIMIT=wget
    fi
    ;;
  esac
}

digest() {
  case $DIGEST in
  sha256sum) sha256sum ;;
  *) openssl dgst -sha256 -r ;;
  esac
}

# base64url of the digest of what is in the file, the time and the key; the key is never a word of a command.
sign_of() {
  { cat "$1" && printf '%s%s' "$2" "$KEY"; } | digest | awk '{
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    hex = tolower($1)
    if (length(hex) != 64) exit 1
    for (i = 1; i <= 64; i += 6) {
      bits = 0
      for (j = i; j < i + 6; j++) bits = bits * 16 + (j <= 64 ? index("0123456789abcdef", substr(hex, j, 1)) - 1 : 0)
      out = out substr(letters, int(bits / 262144) + 1, 1) substr(letters, int(bits / 4096) % 64 + 1, 1)
      out = out substr(letters, int(bits / 64) % 64 + 1, 1) (i + 4 <= 64 ? substr(letters, bits % 64 + 1, 1) : "%3D")
    }
    print out
  }'
}

transfer() {
  case $TOOL in
  curl)
    printf 'url = "%s"\n' "$1" | curl -q -sS -K - --connect-timeout 7 --max-time 20 -H 'Expect:' \
      ${CA:+--cacert "$CA"} -H 'Content-Type: application/json' --data-binary "@$2" -o "$3"
    ;;
  wget)
    printf '%s\n' "$1" | wget -nv -i - -O "$3" -T 10 -t 1 --max-redirect=0 \
      ${CA:+"--ca-certificate=$CA"} --header='Content-Type: application/json' --post-file="$2"
    ;;
  small-wget)
    $LIMIT -q -O "$3" --header 'Content-Type: application/json' --post-file "$2" "$1"
    ;;
  *)
    # The line break at the end is signed as well.
    $LIMIT -q -O "$3" --header 'Content-Type: application/json' --post-data "$(cat "$2")
" "$1"
    ;;
  esac
}

# send PATH BODY ANSWER: 0 when the console took it, 1 when it was not reached, 2 when it refused; $reason says why.
send() {
  rm -f "$3"
  at=$(now)
  sign=$(sign_of "$2" "$at") || {
    reason='the body cannot be signed'
    return 1
  }
  if ! transfer "$URL$1?timestamp=$at&sign=$sign" "$2" "$3" 2>"$3.problem"; then
    # Behind what it says of a certificate, curl explains itself at length.
    reason="$URL is not reached: $(awk '/^curl: \(/ { last = $0; exit } { last = $0 } END { print last }' "$3.problem" | cut -c 1-300)"
    return 1
  fi
  reason=$(awk '
    NR == 1 {
      if ($0 !~ /^\{"code":/) { print "this is not a console: " substr($0, 1, 80); exit }
      if ($0 ~ /^\{"code":0,/) exit
      if (match($0, /"message":"[^"]*/)) print substr($0, RSTART + 11, RLENGTH - 11); else print "refused"
    }
    END { if (NR == 0) print "the answer is empty" }' "$3")
  case $reason in
  '') return 0 ;;
  'this is not a console'* | 'the answer is empty')
    reason="$URL: $reason"
    return 1
    ;;
  esac
  reason="the console refuses: $reason"
  return 2
}
