import { expect, test } from '@jest/globals';
import { createLifecycle, createLogger } from '../src/index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

test('when a service stops, its parts end in reverse order, once, and a failing one does not keep the others', async () => {
  const ended: string[] = [];
  const lifecycle = createLifecycle({ logger });
  lifecycle.onStop('mongo', () => ended.push('mongo'));
  lifecycle.onStop('broker', () => {
    throw new Error('already gone');
  });
  lifecycle.onStop('http', async () => ended.push('http'));
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  expect(ended).toEqual(['http', 'mongo']);
});

test('when a part hangs, it is left behind at the deadline', async () => {
  const ended: string[] = [];
  const lifecycle = createLifecycle({ logger, timeoutMs: 30 });
  lifecycle.onStop('mongo', () => ended.push('mongo'));
  lifecycle.onStop('http', () => new Promise(() => undefined));
  await lifecycle.stop();
  expect(ended).toEqual(['mongo']);
});
