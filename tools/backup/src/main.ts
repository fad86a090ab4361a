import { runCommand } from './command.ts';

// For the container image, with the settings of the services in its environment.
process.exitCode = await runCommand({ args: process.argv.slice(2), env: process.env, log: console.log, logError: console.error });
