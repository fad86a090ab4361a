import { runService } from '@stagereel/service-kit';
import { buildGateway } from './app.ts';
import { loadGatewayConfig } from './config.ts';

await runService({ name: 'gateway', load: loadGatewayConfig, build: buildGateway() });
