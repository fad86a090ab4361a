import type { ConfirmChannel, Options } from 'amqplib';

const CONFIRM_WITHIN_MS = 5000;

type Message = { exchange: string; routingKey: string; content: Buffer; options: Options.Publish & { messageId: string } };
export type ConfirmedPublish = (message: Message) => Promise<void>;

/**
 * Publishes and waits for the broker's word. A mandatory message nobody could take comes back and is acknowledged as well
 * (https://www.rabbitmq.com/docs/publishers#unroutable), so a return counts as a failure here.
 */
export const createConfirmedPublish = (channel: ConfirmChannel): ConfirmedPublish => {
  const returned = new Set<string>();
  channel.on('return', (message) => returned.add(String(message.properties.messageId)));

  return ({ exchange, routingKey, content, options }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the broker did not confirm in time')), CONFIRM_WITHIN_MS);
      const settle = (error: unknown): void => {
        clearTimeout(timer);
        if (error) reject(error instanceof Error ? error : new Error(String(error)));
        else if (returned.delete(options.messageId)) reject(new Error(`no queue takes ${routingKey}`));
        else resolve();
      };
      try {
        channel.publish(exchange, routingKey, content, { persistent: true, contentType: 'application/json', ...options }, settle);
      } catch (error) {
        settle(error ?? new Error('publish failed'));
      }
    });
};
