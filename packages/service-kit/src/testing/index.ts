export * from './backing.ts';
export * from './event-probe.ts';
export * from './fake-server.ts';
export { wrongLogLines } from './log-line.ts';
export * from './median-times.ts';
export * from './tcp-proxy.ts';
export * from './test-identity.ts';
export * from './use-service.ts';
export * from './wait-until.ts';
