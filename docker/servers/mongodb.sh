#!/bin/bash
# Starts MongoDB as a replica set of one member, so that majority writes work and members can be added. Members authenticate with the key file.
# mongodb.sh check: the health check. It creates the replica set when it does not exist yet.
if [ "$1" = check ]; then
  [ -e /dev/shm/healthy ] && sleep 30
  # The server that the image starts only to create the user does not listen at this name. A secondary member is healthy, too.
  : < /dev/tcp/mongodb/27017 && mongosh --quiet --nodb --eval '
    const password = encodeURIComponent(process.env.MONGO_INITDB_ROOT_PASSWORD);
    const admin = connect("mongodb://stagereel:" + password + "@mongodb:27017/admin?directConnection=true");
    try { quit([1, 2].includes(admin.adminCommand({ replSetGetStatus: 1 }).myState) ? 0 : 1) }
    catch (error) {
      const config = { _id: "rs0", members: [{ _id: 0, host: "mongodb:27017" }] };
      if (error.codeName === "NotYetInitialized") admin.adminCommand({ replSetInitiate: config });
      quit(1);
    }
  ' && touch /dev/shm/healthy || { rm -f /dev/shm/healthy; exit 1; }
  exit
fi
# It may be there from before a restart, and nobody may write it.
rm -f /tmp/replica.key
umask 377
printf '%s' "$MONGODB_KEY" > /tmp/replica.key
umask 022
exec docker-entrypoint.sh mongod --replSet rs0 --bind_ip_all --keyFile /tmp/replica.key
