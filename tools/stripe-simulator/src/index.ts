export { buildSimulator, type Simulator } from './app.ts';
export { type SimulatorConfig, type SimulatorSettings, simulatorConfigFromEnv } from './config.ts';
