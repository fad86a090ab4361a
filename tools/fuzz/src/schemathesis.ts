import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERSION = '4.32.5';
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const ENVIRONMENT = join(REPOSITORY, '.cache', `schemathesis-${VERSION}`);
const PROGRAM = join(ENVIRONMENT, 'bin', 'st');
const HOOKS = fileURLToPath(new URL('hooks.py', import.meta.url));

/** 405 for other methods is tested with the gateway. Schemathesis itself must not send them: their status is in no operation's description. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'valid_input_is_not_malformed',
];

/** Its message is shown to the operator without a stack trace. */
export class FuzzError extends Error {
  override readonly name = 'FuzzError';
}

const run = promisify(execFile);

/** Installs Schemathesis into a virtual environment of its own, once. @throws FuzzError */
export const installSchemathesis = async (log: (line: string) => void): Promise<void> => {
  if (existsSync(PROGRAM)) return;
  log(`installing Schemathesis ${VERSION}`);
  try {
    await run('python3', ['-m', 'venv', '--clear', ENVIRONMENT]);
    await run(join(ENVIRONMENT, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
  } catch (cause) {
    throw new FuzzError(`npm run fuzz needs Python 3.10 or later with venv, and access to PyPI, to install Schemathesis ${VERSION}.`, {
      cause,
    });
  }
};

export type FuzzPlan = { seed: number; examples: number; seconds: number };
type Run = FuzzPlan & { gateway: string; cookie: string; signal: AbortSignal };

/** Sends generated requests to all operations with these cookies. Returns whether every response is as described. */
export const runSchemathesis = async ({ gateway, cookie, seed, examples, seconds, signal }: Run): Promise<boolean> => {
  const args = [
    ...['run', new URL('/api/docs/json', gateway).href, '--url', gateway],
    ...['--checks', CHECKS.join(), '--phases', 'coverage,fuzzing', '--continue-on-failure', '--no-color'],
    ...['--seed', `${seed}`, '--max-examples', `${examples}`, '--max-time', `${seconds}`, '--generation-database', 'none'],
    ...['--suppress-health-check', 'all', '--warnings', 'off', '--output-sanitize', 'false'],
    // A logout would end the session that the other requests need.
    ...(cookie === '' ? [] : ['--header', `Cookie: ${cookie}`, '--exclude-path', '/api/logout', '--exclude-path', '/api/logout/all']),
  ];
  const child = spawn(PROGRAM, args, { stdio: 'inherit', env: { ...process.env, SCHEMATHESIS_HOOKS: HOOKS }, cwd: ENVIRONMENT, signal });
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  return code === 0;
};
