#!/bin/sh
# Starts Redis with a user for each service. The operator is the default user. No command of the services lists or deletes the keys of others.
# redis.sh print: only the configuration.
commands='+ping +info +eval +evalsha +multi +exec +exists +get +mget +set +del +incrby +decr +pttl +expire +pexpire'
commands="$commands +zadd +zrem +zrange +zrangebyscore +zremrangebyscore"
user() { echo "user stagereel-$1 on >$2 -@all $commands $3"; }
configuration() {
  echo "appendonly yes"
  # Half of the container's limit, because a write of the whole file may copy the memory. When it is full, writes fail and no session is evicted.
  echo "maxmemory 256mb"
  echo "maxmemory-policy noeviction"
  echo "requirepass $REDIS_PASSWORD"
  user gateway "$REDIS_PASSWORD_GATEWAY" '~stagereel:gateway-limit:*'
  user catalog "$REDIS_PASSWORD_CATALOG" '%R~stagereel:session:*'
  user media "$REDIS_PASSWORD_MEDIA" '%R~stagereel:session:*'
  user orders "$REDIS_PASSWORD_ORDERS" '%R~stagereel:session:* ~stagereel:payments:* ~stagereel:payment-questions:* ~stagereel:lookups-by-* ~stagereel:mails-again:*'
  user identity "$REDIS_PASSWORD_IDENTITY" '~stagereel:session:* ~stagereel:user-sessions:* ~stagereel:known-devices:* ~stagereel:count:* ~stagereel:locks'
}
if [ "$1" = print ]; then configuration; exit; fi
# It may be there from before a restart, and then it belongs to redis.
rm -f /tmp/redis.conf
umask 077
configuration > /tmp/redis.conf
chown redis /tmp/redis.conf
umask 022
exec docker-entrypoint.sh redis-server /tmp/redis.conf
