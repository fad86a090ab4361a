import { runService } from '@stagereel/service-kit';
import { buildGateway } from './app.ts';
import { loadGatewayConfig } from './config.ts';

void runService({ name: 'gateway', load: loadGatewayConfig, build: buildGateway() });
