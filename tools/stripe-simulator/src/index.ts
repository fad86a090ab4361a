export { buildSimulator, type Simulator } from './app.ts';
export { type SimulatorConfig, type SimulatorSettings, simulatorConfigFromEnv } from './config.ts';
export type { SettlementMode } from './controls.ts';
export type { FaultInput } from './faults.ts';
export type { Delivery } from './rows.ts';
export type { WebhookMode } from './webhooks.ts';
