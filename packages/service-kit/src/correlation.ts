import { AsyncLocalStorage } from 'node:async_hooks';
import { v7 as uuid } from 'uuid';

const storage = new AsyncLocalStorage<string>();

/** The id that ties one request to all that it causes, through HTTP calls and events. */
export const correlationId = (): string => storage.getStore() ?? uuid();

/** The same for whoever only reports it: undefined outside of any request or event. */
export const currentCorrelationId = (): string | undefined => storage.getStore();

export const withCorrelation = <Result>(id: string, run: () => Result): Result => storage.run(id, run);
