# Fills Node's compile cache with a service's bundle. Without settings the service stops as soon as it is loaded, and says which ones are missing.
node "$1" > /tmp/compile.log 2>&1
grep -q 'Wrong or missing environment variables' /tmp/compile.log && [ -n "$(ls "$NODE_COMPILE_CACHE")" ] || { cat /tmp/compile.log; exit 1; }
rm /tmp/compile.log
