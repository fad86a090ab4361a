#!/bin/sh
# copy-programs.sh PRESENT FOLDER PROGRAM...: copies programs, and the shared libraries they are linked to, to their own paths below FOLDER.
# PRESENT lists the libraries that the image has anyway.
set -eu
present=$1 folder=$2
shift 2
for program in "$@"; do
  path=$(command -v "$program")
  install -D "$path" "$folder$path"
  ldd "$path" | awk '$2 == "=>" { print $3 }'
done | sort -u | while read -r library; do
  # /lib is a link to /usr/lib. The name stays the one that programs ask for, even where it is a link to a newer file.
  path=$(realpath "$(dirname "$library")")/$(basename "$library")
  grep -qxF "$path" "$present" || install -D -m 644 "$path" "$folder$path"
done
