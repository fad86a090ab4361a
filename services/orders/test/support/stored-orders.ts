import { setOrUnset } from '../../src/models/order-mapping.ts';
import type { Shop } from './shop.ts';

export type Fields = Record<string, unknown>;

/** Orders in states that no request leads to at once. */
export const storedOrdersOf = (shop: Pick<Shop, 'openPayment' | 'newEmail' | 'orders'>) => {
  /** By path; undefined removes a field. */
  const setFields = async (number: string, fields: Fields): Promise<void> => {
    const { $set, $unset } = setOrUnset(Object.fromEntries(Object.entries(fields).map(([path, value]) => [path, value ?? null])));
    await shop.orders.updateOne({ number }, { $set: { ...$set, changedAt: new Date(0) }, ...($unset && { $unset }) });
  };
  /** Resolves with the number of a new order that has these fields. */
  const createOrder = async (fields: Fields): Promise<string> => {
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    await setFields(body.orderNumber, fields);
    return body.orderNumber;
  };
  return { setFields, createOrder };
};
