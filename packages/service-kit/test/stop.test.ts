import { expect, test } from '@jest/globals';
import { createLifecycle, createLogger } from '../src/index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

test('when a service stops, then its parts stop once, in reverse order, and a failing part does not prevent the others', async () => {
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

test('when a part does not stop, then it is abandoned at the deadline', async () => {
  const ended: string[] = [];
  const lifecycle = createLifecycle({ logger, timeoutMs: 30 });
  lifecycle.onStop('mongo', () => ended.push('mongo'));
  lifecycle.onStop('http', () => new Promise(() => undefined));
  await lifecycle.stop();
  expect(ended).toEqual(['mongo']);
});
