import { runService } from '@stagereel/service-kit';
import { buildOrders } from './app.ts';
import { loadOrdersConfig } from './config.ts';

void runService({ name: 'orders', load: loadOrdersConfig, build: buildOrders() });
