import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

/** The folder with the environment file of the shop under test; main.ts sets it. */
const folder = (): string => process.env['CONTAINERS_FOLDER'] ?? '';
export const envFile = (name = 'shop'): string => join(folder(), `${name}.env`);

/** Runs a program in the root folder, and returns its standard output. @throws an error with its whole output */
export const command = async (program: string, ...args: string[]): Promise<string> => {
  try {
    // Jest's NODE_ENV would replace the one of the shop's settings.
    const env = { ...process.env, NODE_ENV: undefined, DOCKER_BUILDKIT: '1' };
    const { stdout } = await run(program, args, { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES, env });
    return stripVTControlCharacters(stdout);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`);
  }
};

/** The name of the project keeps its containers, networks and volumes apart from those of a shop in use. */
export const PROJECT = 'stagereel-test';
const composeWith = (env: string) => (args: readonly string[]) =>
  command('docker', 'compose', '--project-name', PROJECT, '--env-file', envFile(env), ...args);

/** `docker compose …` with the shop's settings. */
export const compose = (...args: string[]): Promise<string> => composeWith('shop')(args);
/** The same with another file of settings, which main.ts has written. */
export const composeTls = (...args: string[]): Promise<string> => composeWith('tls')(args);

/** The same behind the proxy, over plain HTTP, so that clients need no certificate; with a version of the images. */
const withVersion = (tag: string): string[] => [`TAG=${tag}`, `COMPOSE_PROJECT_NAME=${PROJECT}`, `COMPOSE_ENV_FILES=${envFile('proxied')}`];
export const composeVersion = (tag: string, ...args: string[]): Promise<string> =>
  command('env', ...withVersion(tag), 'docker', 'compose', ...args);
/** Runs the operator's command. Returns what it printed. */
export const upgradeTo = (tag: string, { settings = [], services = [] }: { settings?: string[]; services?: string[] } = {}) =>
  command('env', ...withVersion(tag), ...settings, 'sh', 'deploy/upgrade.sh', ...services);

/** A setting of the shop, which can be in a file of its own. The last line with its name counts, as for Compose. */
export const settingOf = (name: string, file = 'shop'): string => {
  const settings = readFileSync(envFile(file), 'utf8');
  const find = (key: string): string => [...settings.matchAll(new RegExp(`^${key}=['"]?(.*?)['"]?$`, 'gm'))].at(-1)?.[1] ?? '';
  const path = find(`${name}_FILE`);
  return path === '' ? find(name) : readFileSync(path, 'utf8').trim();
};

/** The ids of a service's running containers. */
export const containersOf = async (service: string): Promise<string[]> =>
  (await compose('ps', '--quiet', service)).split('\n').filter((id) => id !== '');

export const containerOf = async (service: string): Promise<string> => {
  const [container = ''] = await containersOf(service);
  return container;
};

/** Runs JavaScript in a service's container, and returns what it prints. */
export const runInside = (container: string, code: string): Promise<string> =>
  command('docker', 'exec', container, 'node', '--input-type=module', '--eval', code);

/** A variable of a service's environment, with its own credentials. */
export const variableOf = async (service: string, name: string): Promise<string> =>
  (await runInside(await containerOf(service), `console.log(process.env[${JSON.stringify(name)}] ?? '')`)).trim();

/** Runs JavaScript in a new container in one of the shop's networks, with this project's packages, and returns what it prints. */
export const runBeside = (network: string, code: string): Promise<string> => {
  const packages = `${realpathSync(join(ROOT, 'node_modules'))}:/node_modules:ro`;
  const container = ['run', '--rm', '--network', `${PROJECT}_${network}`, '--volume', packages, '--workdir', '/', '--entrypoint', 'node'];
  return command('docker', ...container, `stagereel-catalog:${settingOf('TAG')}`, '--input-type=module', '--eval', code);
};

/** Waits until a condition holds. @throws after the timeout, with its last error */
export const eventually = async <Result>(
  condition: () => Promise<Result | undefined | false>,
  { timeoutMs = 60_000, everyMs = 250 } = {},
): Promise<Result> => {
  const deadline = Date.now() + timeoutMs;
  let reason: unknown;
  while (Date.now() < deadline) {
    try {
      const result = await condition();
      if (result !== undefined && result !== false) return result;
    } catch (error) {
      reason = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`Not within ${timeoutMs} ms`, { cause: reason });
};

/** A value of a container, by a template of `docker inspect`. */
export const inspect = async (container: string, format: string): Promise<string> =>
  (await command('docker', 'inspect', '--format', format, container)).trim();

/**
 * Sends a signal to the first process of a container, from the host: after a signal of `docker kill`, Docker counts the container as stopped by the
 * operator, and does not start it again after a crash.
 */
export const sendSignal = async (container: string, signal: NodeJS.Signals): Promise<void> => {
  const onHost = ['run', '--rm', '--pid=host', '--user=root', '--entrypoint=node', `stagereel-catalog:${settingOf('TAG')}`];
  await command('docker', ...onHost, '--eval', `process.kill(${await inspect(container, '{{.State.Pid}}')}, '${signal}')`);
};

/** Ends the first process of a container, and waits until Docker has started it again. */
export const crash = async (container: string): Promise<void> => {
  const startedAt = await inspect(container, '{{.State.StartedAt}}');
  await sendSignal(container, 'SIGKILL');
  await eventually(
    async () =>
      (await inspect(container, '{{.State.StartedAt}}')) !== startedAt && (await inspect(container, '{{.State.Running}}')) === 'true',
  );
};
