import { runService } from '@stagereel/service-kit';
import { buildIdentity } from './app.ts';
import { loadIdentityConfig } from './config.ts';

void runService({ name: 'identity', load: loadIdentityConfig, build: buildIdentity() });
