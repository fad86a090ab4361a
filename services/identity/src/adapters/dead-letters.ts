import { type DeadLetter, listDeadLetters, type MessagingConfig, removeOldDeadLetters, replayDeadLetters } from '@stagereel/service-kit';
import type { DeadLetterStore } from '../domain/dead-letter/dead-letter-store.ts';
import { orUnavailable } from './or-unavailable.ts';

/** The dead letters in RabbitMQ. Each call has a connection of its own, so that whatever it has read returns to the queue. */
export const createDeadLetters = ({ RABBITMQ_URL: url, NAMESPACE: namespace }: MessagingConfig): DeadLetterStore => {
  const prefix = `${namespace}.`;
  const toLetter = ({ queue, failedAt, messageId, type, error, attempts }: DeadLetter) => ({
    queue: queue.slice(prefix.length),
    failedAt: failedAt || null,
    ...{ messageId, type, error, attempts },
  });
  return {
    list: async () => (await orUnavailable(listDeadLetters({ url, namespace }))).map(toLetter),
    replay: ({ queue, messageId, beforeMove }) =>
      orUnavailable(
        replayDeadLetters({
          ...{ url, namespace, messageId },
          queue: `${prefix}${queue}`,
          beforeMove: (letter) => beforeMove(toLetter(letter)),
        }),
      ),
    remove: (limits) => removeOldDeadLetters({ url, namespace, ...limits }),
  };
};
