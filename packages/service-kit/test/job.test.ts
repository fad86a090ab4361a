import { describe, expect, test } from '@jest/globals';
import { currentCorrelationId, startJob, withCorrelation } from '../src/index.ts';
import { waitUntil } from '../src/testing/index.ts';

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} };

/** Work whose every run waits until the test releases it. */
const blockedWork = () => {
  const releases: (() => void)[] = [];
  return { releases, run: () => new Promise<void>((resolve) => void releases.push(resolve)) };
};

describe('startJob', () => {
  test('when a run has ended, then the next one follows', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const job = startJob({ name: 'count', everyMs: 1, run, logger: silent });
    await waitUntil(() => runs >= 3, { what: 'three runs' });
    await job.stop();
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  test('when a request triggers the job, then neither that run nor the next ones belong to the request', async () => {
    const ids: (string | undefined)[] = [];
    const job = startJob({
      name: 'outside',
      everyMs: 10,
      firstAfterMs: 60_000,
      run: async () => void ids.push(currentCorrelationId()),
      logger: silent,
    });
    withCorrelation('the-request', job.trigger);
    await waitUntil(() => ids.length >= 3, { what: 'three runs' });
    await job.stop();
    expect(new Set(ids)).toEqual(new Set([undefined]));
  });

  test('when a run fails, then the error is logged and the next run follows', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('no database');
    };
    const logger = { ...silent, error: (fields: unknown) => failures.push(fields) };
    const job = startJob({ name: 'fail', everyMs: 1, run, logger });
    await waitUntil(() => runs >= 2, { what: 'two runs' });
    await job.stop();
    expect(failures[0]).toMatchObject({ job: 'fail', err: { message: 'no database' } });
  });

  test('when a run resolves with true, then the next run starts without the pause', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      return runs < 3;
    };
    const job = startJob({ name: 'batches', everyMs: 60_000, run, logger: silent });
    await waitUntil(() => runs === 3, { what: 'the third run' });
    await job.stop();
    expect(runs).toBe(3);
  });

  test('when the job is triggered during a run, then one more run follows, and no two runs overlap', async () => {
    const work = blockedWork();
    const job = startJob({ name: 'blocked', everyMs: 60_000, run: work.run, logger: silent });
    job.trigger();
    job.trigger();
    expect(work.releases).toHaveLength(1);
    work.releases[0]!();
    await waitUntil(() => work.releases.length === 2, { what: 'the triggered run' });
    work.releases[1]!();
    await job.stop();
    expect(work.releases).toHaveLength(2);
  });

  test('when the job is stopped during a run, then it waits for that run and starts no other', async () => {
    const work = blockedWork();
    const job = startJob({ name: 'blocked', everyMs: 0, run: work.run, logger: silent });
    let hasStopped = false;
    const stopping = job.stop().then(() => {
      hasStopped = true;
    });
    job.trigger();
    expect(hasStopped).toBe(false);
    work.releases[0]!();
    await stopping;
    job.trigger();
    expect(work.releases).toHaveLength(1);
  });
});
