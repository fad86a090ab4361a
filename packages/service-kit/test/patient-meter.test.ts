import { describe, expect, test } from '@jest/globals';
import type { GiveBack, Reserve } from '@stagereel/contracts';
import { createPatience, type Meter } from '../src/files/patient-meter.ts';

const PART: Reserve = { id: 'part-1', start: 0, end: 99 };
const UNSENT: GiveBack = { id: 'part-1', from: 50 };

/** A meter that fails so often before it answers, and what was said to it. */
const failing = (times: number) => {
  const heard: (Reserve | GiveBack)[] = [];
  const hear = (what: Reserve | GiveBack): void => {
    heard.push(what);
    if (heard.length <= times) throw new Error(`failure ${heard.length}`);
  };
  const meter: Meter = {
    reserve: async (stretch) => {
      hear(stretch);
      return true;
    },
    giveBack: async (unsent) => hear(unsent),
  };
  return { meter, heard };
};

const startPatience = () => {
  const lost: GiveBack[] = [];
  return { lost, ...createPatience({ onLost: (_error, unsent) => lost.push(unsent), pausesMs: { reserve: [1, 1], giveBack: [1, 1, 1] } }) };
};

describe('a stretch', () => {
  test('when the meter fails a few times, then it is asked again for the same one', async () => {
    const { patient } = startPatience();
    const { meter, heard } = failing(2);
    expect(await patient(meter).reserve(PART)).toBe(true);
    expect(heard).toEqual([PART, PART, PART]);
  });

  test('when the meter fails too often, then its last failure is the answer', async () => {
    const { patient } = startPatience();
    const { meter, heard } = failing(99);
    await expect(patient(meter).reserve(PART)).rejects.toThrow('failure 3');
    expect(heard).toHaveLength(3);
  });

  test('when the meter says no, then it is not asked again', async () => {
    const { patient } = startPatience();
    let asked = 0;
    const refuse = async (): Promise<boolean> => {
      asked += 1;
      return false;
    };
    expect(await patient({ ...failing(0).meter, reserve: refuse }).reserve(PART)).toBe(false);
    expect(asked).toBe(1);
  });
});

describe('what is given back', () => {
  test('when the meter fails a few times, then it is told again, and whoever stops can wait for that', async () => {
    const { patient, settled, lost } = startPatience();
    const { meter, heard } = failing(3);
    patient(meter).giveBack(UNSENT);
    await settled();
    expect(heard).toEqual([UNSENT, UNSENT, UNSENT, UNSENT]);
    expect(lost).toEqual([]);
  });

  test('when the meter fails too often, then it is given up and said', async () => {
    const { patient, settled, lost } = startPatience();
    const { meter, heard } = failing(99);
    patient(meter).giveBack(UNSENT);
    await settled();
    expect(heard).toHaveLength(4);
    expect(lost).toEqual([UNSENT]);
  });
});

describe('whoever stops', () => {
  /** Whether all is settled by now, without waiting for it. */
  const watch = (settled: () => Promise<void>) => {
    const seen = { isSettled: false };
    const over = settled().then(() => {
      seen.isSettled = true;
    });
    return { seen, over };
  };

  test('when an answer that was counted is still under way, then they wait until it has ended and was given back', async () => {
    const { patient, settled } = startPatience();
    const { meter, heard } = failing(0);
    const patiently = patient(meter);
    await patiently.reserve(PART);
    await patiently.reserve({ id: 'part-2', start: 100, end: 199, done: PART.id });
    const { seen, over } = watch(settled);
    await new Promise(setImmediate);
    expect(seen.isSettled).toBe(false);
    patiently.giveBack({ id: 'part-2', from: 150 });
    await over;
    expect(heard.at(-1)).toEqual({ id: 'part-2', from: 150 });
  });

  test('when the meter said no, or nothing was ever counted, then they need not wait', async () => {
    const { patient, settled } = startPatience();
    await settled();
    await patient({ reserve: async () => false, giveBack: async () => undefined }).reserve(PART);
    await settled();
  });

  test('when it is unknown whether a stretch was counted, then they wait until it was given back', async () => {
    const { patient, settled, lost } = startPatience();
    const { meter } = failing(99);
    const patiently = patient(meter);
    await expect(patiently.reserve(PART)).rejects.toThrow('failure 3');
    const { seen, over } = watch(settled);
    await new Promise(setImmediate);
    expect(seen.isSettled).toBe(false);
    patiently.giveBack({ id: PART.id, from: 0 });
    await over;
    expect(lost).toEqual([{ id: PART.id, from: 0 }]);
  });
});
