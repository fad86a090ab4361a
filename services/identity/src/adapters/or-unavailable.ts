import { AppError, type Redis } from '@stagereel/service-kit';

/** Fails closed: without Redis nothing can be counted, and without RabbitMQ nothing read, so the request is rejected. */
export const orUnavailable = async <Value>(command: Promise<Value>): Promise<Value> => {
  try {
    return await command;
  } catch (cause) {
    throw new AppError('ServiceUnavailable', { cause });
  }
};

/** Runs the commands in one transaction, and throws when one of them fails. */
export const execute = async (commands: ReturnType<Redis['multi']>): Promise<void> => {
  for (const [error] of (await orUnavailable(commands.exec())) ?? []) if (error) throw error;
};
