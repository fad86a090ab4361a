import { commonConfig, loadConfig, messagingConfig, mongoConfig } from '@stagereel/service-kit';
import type { z } from 'zod';

const mediaConfig = { ...commonConfig, ...mongoConfig('media'), ...messagingConfig };

export type MediaConfig = z.infer<z.ZodObject<typeof mediaConfig>>;

export const loadMediaConfig = (env: NodeJS.ProcessEnv): MediaConfig => loadConfig(mediaConfig, env);
