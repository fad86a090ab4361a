import type { ConfirmChannel, Options } from 'amqplib';

const CONFIRM_TIMEOUT_MS = 5000;

type Message = { exchange: string; routingKey: string; content: Buffer; options: Options.Publish & { messageId: string } };
export type ConfirmedPublish = (message: Message) => Promise<void>;

/**
 * Publishes and waits for the broker's confirm. The broker both returns and confirms a mandatory message that matches no queue
 * (https://www.rabbitmq.com/docs/publishers#unroutable), so a returned message counts as a failure.
 */
export const createConfirmedPublish = (channel: ConfirmChannel): ConfirmedPublish => {
  const returned = new Set<string>();
  channel.on('return', (message) => returned.add(String(message.properties.messageId)));

  return ({ exchange, routingKey, content, options }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The broker did not confirm in time')), CONFIRM_TIMEOUT_MS);
      const settle = (error: unknown): void => {
        clearTimeout(timer);
        if (error) reject(error instanceof Error ? error : new Error(String(error)));
        else if (returned.delete(options.messageId)) reject(new Error(`No queue is bound to ${routingKey}`));
        else resolve();
      };
      try {
        channel.publish(exchange, routingKey, content, { persistent: true, contentType: 'application/json', ...options }, settle);
      } catch (error) {
        settle(error ?? new Error('Publish failed'));
      }
    });
};
