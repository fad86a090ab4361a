import { runCommand } from './command.ts';

// For the container image, with the settings of the services in its environment.
// Also when the process ends before the command.
process.exitCode = 1;
void runCommand({ args: process.argv.slice(2), env: process.env, log: console.log, logError: console.error }).then((code) => {
  process.exitCode = code;
});
