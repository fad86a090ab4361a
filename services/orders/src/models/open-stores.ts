import { type ChangedInStore, createErasures, createOutboxStore, type OutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import type { OrdersDeps } from '../domain/deps.ts';
import { connectSummaryModel, createDailySummaries } from './daily-summary.model.ts';
import { connectExportModel, createExportLog, publishedExports } from './export.model.ts';
import { connectLookupModel, createLookupStore, processedLookups } from './lookup.model.ts';
import { connectOrderModel } from './order.model.ts';
import { createOrderRepository } from './order-repository.ts';
import { connectSettingsModel, createSettingsStore } from './settings.model.ts';

type OpenStores = { mongo: Connection; onEvents: (changed?: ChangedInStore) => void };
type Stores = Pick<OrdersDeps, 'orders' | 'lookups' | 'exportLog' | 'summaries' | 'settings' | 'erasures'> & { outboxes: OutboxStore[] };

/** Opens all collections of this service. `onEvents` is called after every write that put events into an outbox. */
export const openStores = async ({ mongo, onEvents }: OpenStores): Promise<Stores> => {
  const { model: orderModel, outbox: orderOutbox } = await connectOrderModel(mongo);
  const lookupModel = await connectLookupModel(mongo);
  const exportModel = await connectExportModel(mongo);
  const summaryModel = await connectSummaryModel(mongo);
  const settingsModel = await connectSettingsModel(mongo);
  return {
    orders: createOrderRepository({ model: orderModel, onEvents: (changed) => onEvents({ store: orderOutbox, ...changed }) }),
    lookups: createLookupStore({ model: lookupModel, onEvents }),
    exportLog: createExportLog({ model: exportModel, onEvents }),
    summaries: createDailySummaries({ model: summaryModel, onEvents }),
    settings: createSettingsStore({ model: settingsModel, onEvents }),
    erasures: createErasures(mongo),
    outboxes: [
      orderOutbox,
      createOutboxStore(lookupModel.collection, { removeWhen: processedLookups }),
      createOutboxStore(exportModel.collection, { removeWhen: publishedExports }),
      createOutboxStore(summaryModel.collection),
      createOutboxStore(settingsModel.collection),
    ],
  };
};
