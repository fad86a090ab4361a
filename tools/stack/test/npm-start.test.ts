import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readStackInfo, type StackInfo } from '@stagereel/stack';
import { choosePorts } from '../src/ports.ts';
import { mailSubjects } from './support/clients.ts';
import { processesIn, untilNoProcessIn } from './support/processes.ts';
import { type NodeRun, runNode } from './support/run-node.ts';

const READY = 'Ctrl-C stops everything.';
const dir = mkdtempSync(join(tmpdir(), 'stack-start-'));
const otherDir = mkdtempSync(join(tmpdir(), 'stack-start-'));
const portsDir = mkdtempSync(join(tmpdir(), 'stack-start-'));
/** Neither the stack's own servers nor outgoing connections take ports of this range while the stack starts. */
const PORTS = { first: 12_000, last: 19_999 };
let port: number;
let run: NodeRun;
let first: StackInfo;

const npmStart = (stackDir: string) =>
  runNode({
    args: ['tools/start.mjs'],
    env: { STACK_DIR: stackDir, PORT: String(port), MONGODB_URL: '', REDIS_URL: '', RABBITMQ_URL: '', SMTP_URL: '', MAILBOX_URL: '' },
  });

const contestNames = async (): Promise<string[]> => {
  const answer = await fetch(`${first.gateway}/api/contests`);
  const contests = (await answer.json()) as { name: string }[];
  return contests.map(({ name }) => name).sort();
};

beforeAll(async () => {
  port = (await choosePorts({ dir: portsDir, names: ['gateway'], range: PORTS }))('gateway');
  run = npmStart(dir);
  await run.says(READY);
  first = JSON.parse(readFileSync(join(dir, 'stack.json'), 'utf8'));
}, 300_000);

afterAll(async () => {
  run?.child.kill('SIGINT');
  await run?.exited;
  await untilNoProcessIn({ dir, withinMs: 40_000 });
  for (const folder of [dir, otherDir, portsDir]) rmSync(folder, { recursive: true, force: true });
}, 180_000);

describe('npm start', () => {
  test('when all is ready, then stack.json names every part, and every part answers', async () => {
    expect(Object.keys(first)).toEqual(['gateway', 'mailbox', 'stripe', 'mongodb', 'redis', 'rabbitmq', 'admin', 'services']);
    expect(first.gateway).toBe(`http://localhost:${port}`);
    expect(Object.keys(first.services).sort()).toEqual(['catalog', 'gateway', 'identity', 'media', 'notify', 'orders']);
    const answers = Object.values(first.services).map(async ({ url }) => (await fetch(`${url}/readyz`)).status);
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    const running = processesIn(dir);
    expect(Object.values(first.services).filter(({ pid }) => !running.includes(pid))).toEqual([]);
    expect((await fetch(first.gateway)).headers.get('content-type')).toContain('text/html');
  });

  test('when all is ready, then addresses, login and times were printed, and only the owner may read the secrets', () => {
    for (const text of [first.gateway, `${first.gateway}/admin-login`, `${first.gateway}/api/docs`, first.mailbox, first.stripe]) {
      expect(run.output()).toContain(text);
    }
    expect(run.output()).toContain(first.admin.email);
    expect(run.output()).toContain(first.admin.password);
    expect(run.output()).toContain('Where the time went');
    for (const file of ['stack.json', 'secrets.json', 'admin.json']) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  });

  test('when it is the first start, then the shop is filled with demo data', async () => {
    expect(run.output()).toContain('Filling the shop with demo data');
    expect(await contestNames()).toHaveLength(2);
    expect(await mailSubjects(first.mailbox)).not.toEqual([]);
  });

  test('when the same folder is started again, then one sentence names the address of what runs', async () => {
    const second = npmStart(dir);
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(`A stack already runs at ${first.gateway} with its data in ${dir}: stop it first`);
    expect(readStackInfo(dir)).toEqual(first);
    expect((await fetch(`${first.gateway}/readyz`)).status).toBe(200);
  }, 180_000);

  test('when another program has the port, then one sentence says so and nothing was started', async () => {
    const second = npmStart(otherDir);
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(`Port ${port} is taken by another program: end that one, or set PORT to a free port.`);
    expect(processesIn(otherDir)).toEqual([]);
  }, 180_000);

  test('when a service dies, then it is said at once', async () => {
    process.kill(first.services['media']?.pid ?? 0, 'SIGKILL');
    await run.says(`media was ended by SIGKILL. Its log: ${join(dir, 'logs/media.log')}`);
  });

  test('when Ctrl-C is pressed and it is started again, then data and logins are as they were', async () => {
    const [contests, mails] = [await contestNames(), await mailSubjects(first.mailbox)];
    run.child.kill('SIGINT');
    expect(await run.exited).toEqual({ code: 0, signal: null });
    expect(processesIn(dir)).toEqual([]);
    expect(existsSync(join(dir, 'stack.json'))).toBe(false);

    const begun = Date.now();
    run = npmStart(dir);
    await run.says(READY);
    expect(Date.now() - begun).toBeLessThan(60_000);
    expect(run.output()).not.toContain('Filling the shop');
    const { services, ...addresses } = readStackInfo(dir) ?? first;
    const { services: _services, ...firstAddresses } = first;
    expect(addresses).toEqual(firstAddresses);
    expect(Object.keys(services)).toHaveLength(6);
    expect(await contestNames()).toEqual(contests);
    expect((await mailSubjects(first.mailbox)).sort()).toEqual(mails.sort());
  }, 300_000);

  test('when the launcher is killed, then nothing is left, and stack.json names nothing that is gone', async () => {
    run.child.kill('SIGKILL');
    await untilNoProcessIn({ dir, withinMs: 40_000 });
    await untilGone(join(dir, 'running.json'));
    expect(existsSync(join(dir, 'stack.json'))).toBe(false);
  }, 180_000);
});

/** The last thing the reaper does. */
async function untilGone(file: string): Promise<void> {
  while (existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
}
