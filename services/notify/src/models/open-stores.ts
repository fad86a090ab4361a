import { type ChangedInStore, createErasures, createOutboxStore, type Erasures, type OutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import type { MailRepository, RecallRepository } from '../domain/mail/mail-record.ts';
import { createMailModel } from './mail.model.ts';
import { createMailRepository } from './mail-repository.ts';
import { createRecallRepository } from './recall-repository.ts';

type Store = { mails: MailRepository; recalls: RecallRepository; erasures: Erasures; outboxes: OutboxStore[] };

/** Opens notify's repositories. Waits for the unique index of mails: without it, an event could cause several mails. */
export const openStores = async ({
  connection,
  onEvents,
}: {
  connection: Connection;
  onEvents: (changed: ChangedInStore) => void;
}): Promise<Store> => {
  const model = createMailModel(connection);
  await model.init();
  const outbox = createOutboxStore(model.collection);
  return {
    mails: createMailRepository({ model, onEvents: (changed) => onEvents({ store: outbox, ...changed }) }),
    recalls: createRecallRepository(connection),
    erasures: createErasures(connection),
    outboxes: [outbox],
  };
};
