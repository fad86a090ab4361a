import { runService } from '@stagereel/service-kit';
import { ordersBuilder } from './app.ts';
import { loadOrdersConfig } from './config.ts';

await runService({ name: 'orders', load: loadOrdersConfig, build: ordersBuilder() });
