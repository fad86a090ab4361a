#!/bin/sh
# Brings the running services to what docker-compose.yml and .env say, such as another TAG, without downtime: sh deploy/upgrade.sh [SERVICE…]
# One after another, each replica is replaced: a new one is started, and when it is ready, the old one finishes its requests and stops.
# docs/operating.md says more. Needs Docker with Compose only. Compose's own variables select another project or file, such as COMPOSE_ENV_FILES.
set -eu
cd "$(dirname "$0")/.."

# A service comes before those that call it, and the gateway with the web app last.
SERVICES="notify identity catalog media orders gateway"
READY_SECONDS=${READY_SECONDS:-120}

named=$*
[ $# -gt 0 ] || set -- $SERVICES

say() { echo "$(date +%T) $*"; }

is_ready() {
  [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ] &&
    docker exec "$1" node -e "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
}

# The service that is getting a new replica, and the ids of its replicas before that. The new one must not stay if this script is interrupted.
growing=
known=
added() { docker compose ps --all --quiet "$growing" | grep -vF "$known"; }
interrupted() {
  [ -z "$growing" ] || ! new=$(added) || docker rm --force $new > /dev/null
  say "Interrupted. Run this command again." >&2
  exit 130
}
trap interrupted INT TERM HUP

# Removes the new replica $2 of service $1 again.
give_up() {
  docker logs --tail 20 "$2" >&2 || true
  docker rm --force "$2" > /dev/null
  say "The new $1 was not ready within $READY_SECONDS s: its last log lines are above. It was removed, and the old replicas are still running." >&2
  say "Correct the cause and run this command again, or set the previous TAG in .env and run it again to go back." >&2
  exit 1
}

# Replaces the replica $2 of service $1, which has $3 replicas.
replace() {
  known=$(docker compose ps --all --quiet "$1")
  growing=$1
  docker compose up --detach --no-deps --no-build --no-recreate --scale "$1=$(($3 + 1))" "$1"
  new=$(added) || { say "Compose has started no new replica of $1." >&2 && exit 1; }
  deadline=$(($(date +%s) + READY_SECONDS))
  until is_ready "$new"; do
    [ "$(date +%s)" -lt "$deadline" ] || give_up "$1" "$new"
    sleep 1
  done
  growing=
  docker stop "$2" > /dev/null
  docker rm "$2" > /dev/null
}

# Whether the container $2 of service $1 has today's settings and image.
is_current() {
  wanted="$(docker compose config --hash "$1" | cut -d ' ' -f 2) $(docker image inspect --format '{{.Id}}' "$(image_of "$1")")"
  [ "$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}}' "$2")" = "$wanted" ]
}

image_of() { docker compose config "$1" | sed -n "s/^    image: \(.*stagereel-$1:.*\)/\1/p"; }
has_fixed_port() { docker compose config "$1" | grep -Eq '^ +published: "[1-9][0-9]*"$'; }

# Whether all replicas of service $1 were stopped. One that was created but never started is left over from an interrupted upgrade, and does not count as stopped.
is_stopped() {
  [ -z "$(docker compose ps --all --quiet --status running --status restarting --status created "$1")" ] &&
    [ -n "$(docker compose ps --all --quiet "$1")" ]
}

upgrade() {
  if [ -z "$named" ] && is_stopped "$1"; then
    say "$1 was stopped, so it stays as it is. To upgrade and start it: sh deploy/upgrade.sh $1"
    return
  fi
  started=$(date +%s)
  # Compose would start a replica again that an interrupted upgrade has stopped, instead of creating a new one.
  docker compose rm --force "$1" > /dev/null 2>&1 || :
  replicas=$(docker compose ps --quiet "$1")
  count=$(echo "$replicas" | wc -w)
  if [ "$count" -eq 0 ] || has_fixed_port "$1"; then
    [ "$count" -eq 0 ] || say "$1 has a fixed port, so its old replica stops first: requests fail until the new one is ready. See docs/operating.md." >&2
    docker compose up --detach --no-deps --no-build --wait --wait-timeout "$READY_SECONDS" "$1"
  else
    for replica in $replicas; do
      is_current "$1" "$replica" || replace "$1" "$replica" "$count"
    done
  fi
  say "$1 is up to date, after $(($(date +%s) - started)) s."
}

# Before anything changes: a missing image or setting ends this script.
docker compose pull --policy missing "$@"
for service; do upgrade "$service"; done
