import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readStackInfo, type StackInfo } from '@stagereel/stack';
import { choosePorts } from '../src/ports.ts';
import { mailSubjects } from './support/clients.ts';
import { processesIn, waitForNoProcessIn } from './support/processes.ts';
import { type NodeRun, runNode } from './support/run-node.ts';

const READY = 'Ctrl-C stops everything.';
const dir = mkdtempSync(join(tmpdir(), 'stack-start-'));
const otherDir = mkdtempSync(join(tmpdir(), 'stack-start-'));
const portsDir = mkdtempSync(join(tmpdir(), 'stack-start-'));
/** Neither the stack's own servers nor outgoing connections use ports of this range. */
const PORTS = { first: 12_000, last: 19_999 };
let port: number;
let run: NodeRun;
let first: StackInfo;
/** The contests in the first response; requests are repeated from the moment the shop starts. */
let firstVisit: Promise<string[]>;

const npmStart = (stackDir: string) =>
  runNode({
    args: ['tools/start.mjs'],
    env: { STACK_DIR: stackDir, PORT: String(port), MONGODB_URL: '', REDIS_URL: '', RABBITMQ_URL: '', SMTP_URL: '', MAILBOX_URL: '' },
  });

const contestNames = async (): Promise<string[]> => {
  const response = await fetch(`http://localhost:${port}/api/contests`);
  const contests = (await response.json()) as { name: string }[];
  return contests.map(({ name }) => name).sort();
};

async function visitUntilOpen(): Promise<string[]> {
  for (;;) {
    try {
      return await contestNames();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

beforeAll(async () => {
  port = (await choosePorts({ dir: portsDir, names: ['gateway'], range: PORTS }))('gateway');
  run = npmStart(dir);
  firstVisit = Promise.race([visitUntilOpen(), run.exited.then(() => [])]);
  await run.prints(READY);
  first = JSON.parse(readFileSync(join(dir, 'stack.json'), 'utf8'));
}, 300_000);

afterAll(async () => {
  run?.child.kill('SIGINT');
  await run?.exited;
  await waitForNoProcessIn({ dir, timeoutMs: 40_000 });
  for (const folder of [dir, otherDir, portsDir]) rmSync(folder, { recursive: true, force: true });
}, 180_000);

describe('npm start', () => {
  test('when everything is ready, then stack.json names every part, and every part responds', async () => {
    expect(Object.keys(first)).toEqual(['gateway', 'mailbox', 'stripe', 'mongodb', 'redis', 'rabbitmq', 'admin', 'services']);
    expect(first.gateway).toBe(`http://localhost:${port}`);
    expect(Object.keys(first.services).sort()).toEqual(['catalog', 'gateway', 'identity', 'media', 'notify', 'orders']);
    const readiness = Object.values(first.services).map(async ({ url }) => (await fetch(`${url}/readyz`)).status);
    expect(await Promise.all(readiness)).toEqual([200, 200, 200, 200, 200, 200]);
    const running = processesIn(dir);
    expect(Object.values(first.services).filter(({ pid }) => !running.includes(pid))).toEqual([]);
    expect((await fetch(first.gateway)).headers.get('content-type')).toContain('text/html');
  });

  test('when everything is ready, then addresses, login and times were printed, and only the owner can read the secrets', () => {
    for (const text of [first.gateway, `${first.gateway}/admin-login`, `${first.gateway}/api/docs`, first.mailbox, first.stripe]) {
      expect(run.output()).toContain(text);
    }
    expect(run.output()).toContain(first.admin.email);
    expect(run.output()).toContain(first.admin.password);
    expect(run.output()).toContain('Where the time went');
    for (const file of ['stack.json', 'secrets.json', 'admin.json']) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  });

  test('when it is the first start, then demo data is created', async () => {
    expect(run.output()).toContain('Creating the demo data');
    expect(await contestNames()).toHaveLength(2);
    expect(await mailSubjects(first.mailbox)).not.toEqual([]);
  });

  test('when a visitor calls during the first start, then the gateway responds only once the demo data is complete', async () => {
    const contests = await firstVisit;
    expect(contests).toHaveLength(2);
    expect(contests).toEqual(await contestNames());
  });

  test('when a second stack starts in the same folder, then one sentence names the address of the running stack', async () => {
    const second = npmStart(dir);
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(`A stack already runs at ${first.gateway} with its data in ${dir}: stop it first`);
    expect(readStackInfo(dir)).toEqual(first);
    expect((await fetch(`${first.gateway}/readyz`)).status).toBe(200);
  }, 180_000);

  test('when another program uses the port, then one sentence says so and nothing was started', async () => {
    const second = npmStart(otherDir);
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(`Port ${port} is taken by another program: end that one, or set PORT to a free port.`);
    expect(processesIn(otherDir)).toEqual([]);
  }, 180_000);

  test('when a service is killed, then it is reported at once', async () => {
    process.kill(first.services['media']?.pid ?? 0, 'SIGKILL');
    await run.prints(`media was ended by SIGKILL. Its log: ${join(dir, 'logs/media.log')}`);
  });

  test('when it is stopped by Ctrl-C and started again, then data and logins are unchanged', async () => {
    const [contests, mails] = [await contestNames(), await mailSubjects(first.mailbox)];
    run.child.kill('SIGINT');
    expect(await run.exited).toEqual({ code: 0, signal: null });
    expect(processesIn(dir)).toEqual([]);
    expect(existsSync(join(dir, 'stack.json'))).toBe(false);

    const begun = Date.now();
    run = npmStart(dir);
    await run.prints(READY);
    expect(Date.now() - begun).toBeLessThan(60_000);
    expect(run.output()).not.toContain('Creating the demo data');
    const { services, ...addresses } = readStackInfo(dir) ?? first;
    const { services: _services, ...firstAddresses } = first;
    expect(addresses).toEqual(firstAddresses);
    expect(Object.keys(services)).toHaveLength(6);
    expect(await contestNames()).toEqual(contests);
    expect((await mailSubjects(first.mailbox)).sort()).toEqual(mails.sort());
  }, 300_000);

  test('when the launcher is killed, then no process is left and stack.json is removed', async () => {
    run.child.kill('SIGKILL');
    await waitForNoProcessIn({ dir, timeoutMs: 40_000 });
    await waitForRemoval(join(dir, 'running.json'));
    expect(existsSync(join(dir, 'stack.json'))).toBe(false);
  }, 180_000);
});

/** Waits until the reaper has cleaned up after the launcher. Its last step removes `running.json`. */
async function waitForRemoval(file: string): Promise<void> {
  while (existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
}
