/** Thousands of rows with a write of their own may outlast the usual limit, in ms; the gateway waits no longer than this. */
export const BULK_HANDLER_MS = 15_000;
