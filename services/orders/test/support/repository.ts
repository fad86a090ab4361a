import mongoose from 'mongoose';
import type { OrderStore } from '../../src/domain/ports.ts';
import { connectOrderModel } from '../../src/models/order.model.ts';
import { createOrderRepository } from '../../src/models/order-repository.ts';
import type { Shop } from './shop.ts';

/** The service's own repository on its own database, for what must happen between two of its calls. */
export const openRepository = async ({ config }: Shop): Promise<{ orders: OrderStore; close: () => Promise<void> }> => {
  const connection = await mongoose.createConnection(config.MONGODB_URL, { dbName: config.MONGODB_DATABASE }).asPromise();
  const orders = createOrderRepository({ model: await connectOrderModel(connection), onEvents: () => undefined });
  return { orders, close: () => connection.close() };
};
