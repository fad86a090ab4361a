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
