import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeEnv } from '../../compose-env.mjs';
import { type Outcome, printOutcome, sumOutcomes } from '../../testing/outcome.ts';
import { stopCommands } from '../../testing/run-command.ts';
import { runJest } from '../../testing/run-jest.ts';
import { command, compose, composeTls, envFile } from './compose.ts';

/**
 * `npm run test:containers [-- name…]`: builds the images, starts the shop with Docker Compose as an operator does, and runs each file in test/ against
 * it, one after another. The last line is `N passed, N failed`. Without a container engine, nothing is tested. With CONTAINERS_FOLDER, the settings are
 * in that folder and the shop keeps running: the next run with the same folder uses it as it is.
 */
const TESTS = fileURLToPath(new URL('../test/', import.meta.url));

const hasEngine = async (): Promise<boolean> => {
  try {
    await command('docker', 'version');
    await command('docker', 'compose', 'version');
    return true;
  } catch {
    return false;
  }
};

const listen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/** Free ports in a row, because the gateway's setting is a range. */
const freePorts = async (count: number): Promise<number[]> => {
  // Below those that systems choose for outgoing connections.
  const first = randomInt(20_000, 32_000);
  const ports = Array.from({ length: count }, (_, index) => first + index);
  const servers = await Promise.all(ports.map(listen));
  for (const server of servers) server?.close();
  return servers.includes(undefined) ? freePorts(count) : ports;
};

/**
 * Files with the same secrets: the demo as it is, behind the TLS proxy, and behind the same proxy without TLS. Only what would collide with another
 * shop is changed.
 */
const writeEnvFiles = async (folder: string): Promise<void> => {
  const backups = join(folder, 'backups');
  // For the user of the container. The umask would restrict the mode of mkdir.
  await mkdir(backups);
  await chmod(backups, 0o777);
  const [port, , , lastPort, simulator, mailbox, prometheus, https, http] = await freePorts(9);
  const text = composeEnv({ isDemo: true });
  const changes = [
    `PORT='${port}-${lastPort}'`,
    `PUBLIC_URL='http://localhost:${port}'`,
    `STRIPE_SIMULATOR_PORT='${simulator}'`,
    `STRIPE_PUBLIC_URL='http://localhost:${simulator}'`,
    `MAILBOX_PORT='${mailbox}'`,
    `PROMETHEUS_PORT='${prometheus}'`,
    "EDGE_SUBNET='10.221.174.0/24'",
    // One machine sends the requests of many.
    "LIMIT_FACTOR='1000'",
    "TAG='test'",
    `BACKUP_DIR='${backups}'`,
  ];
  const tls = [
    `COMPOSE_PROFILES='mongodb,redis,rabbitmq,demo,tls'`,
    "PORT='0'",
    `HTTPS_PORT='${https}'`,
    `HTTP_PORT='${http}'`,
    `PUBLIC_URL='https://localhost:${https}'`,
  ];
  await writeFile(join(folder, 'shop.env'), [text, ...changes].join('\n'));
  await writeFile(join(folder, 'tls.env'), [text, ...changes, ...tls].join('\n'));
  await writeFile(join(folder, 'proxied.env'), [text, ...changes, ...tls, `PUBLIC_URL='http://localhost:${https}'`].join('\n'));
};

const runTests = async (folder: string): Promise<Outcome> => {
  const names = process.argv.slice(2);
  const files = (await readdir(TESTS)).filter(
    (file) => file.endsWith('.test.ts') && (names.length === 0 || names.some((name) => file.includes(name))),
  );
  const outcomes: Outcome[] = [];
  // Each changes the running shop, so they run in the order of their names.
  for (const file of files.sort()) {
    outcomes.push(await runJest({ name: file, folder, files: [join(TESTS, file)], workers: 1, env: {}, isVerbose: true }));
  }
  return sumOutcomes(outcomes);
};

if (!(await hasEngine())) {
  console.log('No container engine with Compose responds to "docker version" and "docker compose version": nothing was tested.');
} else {
  const kept = process.env['CONTAINERS_FOLDER'];
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'stagereel-containers-')));
  process.env['CONTAINERS_FOLDER'] = folder;
  const stop = new AbortController();
  // Ends the running tests, or the run after the current step; the finally block then cleans up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop.abort(new Error('The test run was stopped'));
      stopCommands(signal);
    });
  }
  const step = async (...args: string[]): Promise<void> => {
    await compose(...args);
    stop.signal.throwIfAborted();
  };
  try {
    if (!existsSync(envFile())) {
      await writeEnvFiles(folder);
      await step('build');
      await step('build', 'backup');
    }
    await step('up', '--detach', '--no-build', '--wait');
    const outcome = await runTests(folder);
    printOutcome(outcome);
    process.exitCode = outcome.failures.length === 0 && outcome.passed > 0 ? 0 : 1;
  } finally {
    if (kept === undefined) {
      await composeTls('down', '--volumes', '--timeout', '5');
      await rm(folder, { recursive: true, force: true });
    }
  }
}
