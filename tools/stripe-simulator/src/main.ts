import { buildSimulator } from './app.ts';
import { simulatorConfigFromEnv } from './config.ts';

const STOP_TIMEOUT_MS = 9_000;

const start = async (): Promise<void> => {
  const simulator = await buildSimulator(simulatorConfigFromEnv(process.env));
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    void simulator.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await simulator.start();
};

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
