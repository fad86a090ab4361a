import { createLogger, createMetrics } from '@stagereel/service-kit';
import { databaseName } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { createOrderMetrics } from '../../src/adapters/order-metrics.ts';
import type { OrdersDeps } from '../../src/domain/deps.ts';
import { connectOrderModel } from '../../src/models/order.model.ts';
import { createOrderRepository } from '../../src/models/order-repository.ts';
import { startShop } from './shop.ts';

/**
 * The shop, and a repository on the same database. A test can call a use case directly and run something else between two of its steps.
 */
export const startShopWithRepository = async () => {
  const shop = await startShop();
  const { MONGODB_URL, NAMESPACE } = shop.config;
  const connection = await mongoose.createConnection(MONGODB_URL, { dbName: databaseName({ NAMESPACE }, 'orders') }).asPromise();
  const { model } = await connectOrderModel(connection);
  const orders = createOrderRepository({ model, onEvents: () => undefined });
  const logger = createLogger({ service: 'orders', level: 'silent' });
  const metrics = createOrderMetrics(createMetrics('orders'));
  return {
    ...shop,
    repository: orders,
    /** The dependencies of a use case; those that are not given must not be used by it. */
    depsWith: (deps: Partial<OrdersDeps>): OrdersDeps => ({ orders, now: () => new Date(), logger, metrics, ...deps }) as OrdersDeps,
    stop: async (): Promise<void> => {
      await connection.close();
      await shop.stop();
    },
  };
};
