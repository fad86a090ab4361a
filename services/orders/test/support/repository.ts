import mongoose from 'mongoose';
import { connectOrderModel } from '../../src/models/order.model.ts';
import { createOrderRepository } from '../../src/models/order-repository.ts';
import { startShop } from './shop.ts';

/** The shop, and its own repository on its own database, for what must happen between two calls of that. */
export const startShopWithRepository = async () => {
  const shop = await startShop();
  const { MONGODB_URL, MONGODB_DATABASE } = shop.config;
  const connection = await mongoose.createConnection(MONGODB_URL, { dbName: MONGODB_DATABASE }).asPromise();
  const orders = createOrderRepository({ model: await connectOrderModel(connection), onEvents: () => undefined });
  const stop = async (): Promise<void> => {
    await connection.close();
    await shop.stop();
  };
  return { shop, orders, stop };
};
