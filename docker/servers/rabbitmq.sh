#!/bin/bash
# Starts RabbitMQ with a user for each service. rabbitmq.sh print: only the definitions, which a broker of your own can import.
# A service declares and reads its own queues only, and can subscribe them only to the events of its line in subscriptions.ts. It writes to queues by
# name, too, for its retries: that is the right on amq.default. Identity shows the dead letters of all services.
users='{ "name": "stagereel", "password": "'$RABBITMQ_PASSWORD'", "tags": "administrator" }'
permissions='{ "user": "stagereel", "vhost": "/", "configure": ".*", "write": ".*", "read": ".*" }'
topics=
user() { # service, password, events that its queues receive, other queues that it reads
  users+=', { "name": "stagereel-'$1'", "password": "'$2'", "tags": "" }'
  permissions+=', { "user": "stagereel-'$1'", "vhost": "/", "configure": "^stagereel[.]'$1'[.]",
    "write": "^(amq[.]default$|stagereel[.]events$|stagereel[.]'$1'[.])", "read": "^(stagereel[.]events$|stagereel[.]'$1'[.]'$4')" }'
  topics+=${topics:+,}'{ "user": "stagereel-'$1'", "vhost": "/", "exchange": "stagereel.events", "write": ".*", "read": "^('$3')$" }'
}
events() { local IFS='|'; echo "${*//./[.]}"; }
user catalog "$RABBITMQ_PASSWORD_CATALOG" "$(events cover.changed personal-data.erase-requested)"
user orders "$RABBITMQ_PASSWORD_ORDERS" "$(events mail.sent mail.failed user.deleted personal-data.erase-requested)"
user media "$RABBITMQ_PASSWORD_MEDIA" "$(events contest.deleted download.ended)"
user notify "$RABBITMQ_PASSWORD_NOTIFY" "$(events order.paid order.delivered order.partly-delivered video.replaced download-reminder.requested \
  order-link.requested line.refunded user.registered registration.repeated password.changed admin.joined daily-summary.requested order.recalled \
  code.requested verify-link.requested admin.invited personal-data-link.requested sale.started personal-data.erase-requested)"
user identity "$RABBITMQ_PASSWORD_IDENTITY" \
  "$(events admin.acted password.changed user.deleted sessions.ended order.paid personal-data.erase-requested)" '|stagereel[.].*[.]dead$'
definitions='{ "vhosts": [{ "name": "/" }], "users": ['$users'], "permissions": ['$permissions'], "topic_permissions": ['$topics'],
  "exchanges": [{ "name": "stagereel.events", "vhost": "/", "type": "topic", "durable": true, "auto_delete": false, "internal": false, "arguments": {} }] }'
if [ "$1" = print ]; then echo "$definitions"; exit; fi
umask 077
echo "$definitions" > /tmp/definitions.json
echo 'load_definitions = /tmp/definitions.json' > /etc/rabbitmq/conf.d/90-definitions.conf
umask 022
exec docker-entrypoint.sh rabbitmq-server
