import { type BuildService, buildServer, connectMessaging, connectMongo, pingMongo } from '@stagereel/service-kit';
import type { MediaConfig } from './config.ts';
import { mediaConsumers } from './consumers/index.ts';
import { createMediaStore } from './models/media.model.ts';
import { contestMediaRoutes } from './routes/contest-media.routes.ts';

/** The service that will take uploads; today it lists a contest's media and lets go of those of deleted contests. */
export const buildMedia: BuildService<MediaConfig> = async ({ config, logger, metrics, lifecycle }) => {
  const mongo = await connectMongo({ config, logger });
  lifecycle.onStop('mongo', () => mongo.close());
  const messaging = await connectMessaging({ config, logger });
  lifecycle.onStop('messaging', messaging.stop);

  const deps = { media: createMediaStore(mongo) };
  await messaging.consume(mediaConsumers({ deps, retryDelaysMs: config.EVENT_RETRY_SECONDS }));

  const checks = { mongodb: () => pingMongo(mongo), rabbitmq: messaging.ping };
  const server = await buildServer({ service: 'media', config, logger, metrics, checks });
  contestMediaRoutes(server, deps);
  return { server };
};
