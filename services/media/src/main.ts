import { runService } from '@stagereel/service-kit';
import { buildMedia } from './app.ts';
import { loadMediaConfig } from './config.ts';

void runService({ name: 'media', load: loadMediaConfig, build: buildMedia() });
