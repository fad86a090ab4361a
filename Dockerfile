# One target per service: docker build --target orders .
# Every image runs as an unprivileged user. It contains the bundled programs of one service, and of all packages only those that cannot be bundled.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG GO_IMAGE=golang:1.26-bookworm
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS base
WORKDIR /app
ENV NODE_ENV=production

FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/service-kit/package.json packages/service-kit/
COPY services/gateway/package.json services/gateway/
COPY services/catalog/package.json services/catalog/
COPY services/orders/package.json services/orders/
COPY services/media/package.json services/media/
COPY services/notify/package.json services/notify/
COPY services/identity/package.json services/identity/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY tools/stack/package.json tools/stack/
COPY tools/backup/package.json tools/backup/
COPY tools/bench/package.json tools/bench/
COPY tools/containers/package.json tools/containers/
COPY tools/dlq/package.json tools/dlq/
COPY tools/fuzz/package.json tools/fuzz/
COPY tools/seed/package.json tools/seed/
COPY tools/shop-client/package.json tools/shop-client/
COPY tools/rehearsal/package.json tools/rehearsal/
COPY tools/stripe-simulator/package.json tools/stripe-simulator/

FROM manifests AS build
ENV NODE_ENV=development
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN node --import tsx tools/build.ts

# Debian's ffmpeg and ffprobe with the libraries they are linked to, and none of the drivers and services that Debian installs with them.
FROM base AS ffmpeg
COPY docker/copy-programs.sh /usr/local/bin/
RUN find / -xdev -name '*.so*' | sort > /tmp/present \
  && apt-get update && apt-get install -y --no-install-recommends ffmpeg \
  && sh /usr/local/bin/copy-programs.sh /tmp/present /programs ffmpeg ffprobe

# The base image without what only builds and people need, in one layer for all services. Licences stay.
FROM ${NODE_IMAGE} AS pruned
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /usr/local/include /opt/* \
      /usr/share/man /usr/share/locale /usr/share/i18n /usr/share/info /var/cache/* /var/lib/apt/lists/* /var/log/* \
  && find /usr/share/doc -type f ! -name copyright -delete

FROM scratch AS runtime
COPY --from=pruned / /
WORKDIR /app
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production
ENV HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090
EXPOSE 8080 9090
COPY docker/healthcheck.sh docker/
USER node
STOPSIGNAL SIGTERM

FROM runtime AS gateway
ENV WEB_ROOT=/app/web/dist
COPY --from=build /app/services/gateway/dist services/gateway/dist
COPY --from=build /app/web/dist web/dist
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "services/gateway/dist/main.js"]

FROM runtime AS catalog
COPY --from=build /app/services/catalog/dist services/catalog/dist
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "services/catalog/dist/main.js"]

FROM runtime AS orders
COPY --from=build /app/services/orders/dist services/orders/dist
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "services/orders/dist/main.js"]

FROM runtime AS media
USER root
COPY --from=ffmpeg /programs /
RUN ffmpeg -version && ffprobe -version && mkdir /data && chown node:node /data
USER node
ENV MEDIA_DIR=/data
VOLUME /data
COPY --from=build /app/services/media/dist services/media/dist
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "services/media/dist/main.js"]

FROM runtime AS notify
COPY --from=build /app/services/notify/dist services/notify/dist
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "services/notify/dist/main.js"]

FROM runtime AS identity
COPY --from=build /app/services/identity/dist services/identity/dist
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "services/identity/dist/main.js"]

# For operators: node tools/backup/dist/main.js backup /backups
FROM runtime AS backup
ENV MEDIA_DIR=/data
COPY --from=build /app/tools/backup/dist tools/backup/dist
USER root
RUN mkdir /data /backups && chown node:node /data /backups
USER node
ENTRYPOINT ["node", "--enable-source-maps", "tools/backup/dist/main.js"]
CMD ["backup", "/backups"]

# Demo only: it refuses to start in production.
FROM runtime AS stripe-simulator
ENV NODE_ENV=development DATA_DIR=/data
COPY --from=build /app/tools/stripe-simulator/dist tools/stripe-simulator/dist
USER root
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
CMD ["node", "--enable-source-maps", "tools/stripe-simulator/dist/main.js"]

# The S3-compatible store of profile s3: a Go program that stores objects in a folder.
FROM ${GO_IMAGE} AS s3-build
ARG VERSITYGW_VERSION=v1.8.0
RUN CGO_ENABLED=0 go install github.com/versity/versitygw/cmd/versitygw@${VERSITYGW_VERSION}

FROM ${DEBIAN_IMAGE} AS s3
COPY --from=s3-build /go/bin/versitygw /usr/local/bin/
RUN useradd --uid 1000 store && mkdir -p /data/objects /data/meta && chown -R store:store /data
USER store
VOLUME /data
CMD ["versitygw", "--port", ":7070", "posix", "--sidecar", "/data/meta", "/data/objects"]
