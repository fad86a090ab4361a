import { AppError } from '@stagereel/service-kit';

/** Fails closed: without Redis nothing can be counted, and without RabbitMQ nothing read, so the request is rejected. */
export const orUnavailable = async <Value>(command: Promise<Value>): Promise<Value> => {
  try {
    return await command;
  } catch (cause) {
    throw new AppError('ServiceUnavailable', { cause });
  }
};
