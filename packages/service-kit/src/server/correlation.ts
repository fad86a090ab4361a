import { AsyncLocalStorage } from 'node:async_hooks';
import { v7 as uuid } from 'uuid';

const storage = new AsyncLocalStorage<string>();

/** The id that connects a request with everything it causes, through HTTP calls and events. A new id outside of any request or event. */
export const correlationId = (): string => storage.getStore() ?? uuid();

/** As `correlationId`, but undefined outside of any request or event. */
export const currentCorrelationId = (): string | undefined => storage.getStore();

export const withCorrelation = <Result>(id: string, run: () => Result): Result => storage.run(id, run);
