export * from './backing.ts';
export * from './cuttable-line.ts';
export * from './event-probe.ts';
export * from './own-loopback.ts';
export * from './stand-in.ts';
export * from './test-identity.ts';
export * from './wait-until.ts';
