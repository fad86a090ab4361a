import { describe, expect, test } from '@jest/globals';
import { startRepeating } from '../src/index.ts';
import { waitUntil } from '../src/testing/index.ts';

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} };

/** A job whose every run waits until it is released. */
const heldJob = () => {
  const releases: (() => void)[] = [];
  return { releases, run: () => new Promise<void>((resolve) => void releases.push(resolve)) };
};

describe('startRepeating', () => {
  test('when a run has ended, the next follows', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const repeat = startRepeating({ name: 'count', everyMs: 1, run, logger: silent });
    await waitUntil(() => runs >= 3, { what: 'three runs' });
    await repeat.stop();
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  test('when a run fails, it is logged and the next follows', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('no database');
    };
    const repeat = startRepeating({
      name: 'fail',
      everyMs: 1,
      run,
      logger: { ...silent, error: (facts: unknown) => failures.push(facts) },
    });
    await waitUntil(() => runs >= 2, { what: 'two runs' });
    await repeat.stop();
    expect(failures[0]).toMatchObject({ job: 'fail', err: { message: 'no database' } });
  });

  test('when it is kicked during a run, one more run follows and no two overlap', async () => {
    const job = heldJob();
    const repeat = startRepeating({ name: 'held', everyMs: 60_000, run: job.run, logger: silent });
    repeat.kick();
    repeat.kick();
    expect(job.releases).toHaveLength(1);
    job.releases[0]!();
    await waitUntil(() => job.releases.length === 2, { what: 'the kicked run' });
    job.releases[1]!();
    await repeat.stop();
    expect(job.releases).toHaveLength(2);
  });

  test('when it is stopped during a run, it waits for the run and starts no other', async () => {
    const job = heldJob();
    const repeat = startRepeating({ name: 'held', everyMs: 0, run: job.run, logger: silent });
    let hasStopped = false;
    const stopping = repeat.stop().then(() => {
      hasStopped = true;
    });
    repeat.kick();
    expect(hasStopped).toBe(false);
    job.releases[0]!();
    await stopping;
    repeat.kick();
    expect(job.releases).toHaveLength(1);
  });
});
