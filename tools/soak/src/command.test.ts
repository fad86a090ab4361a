import { describe, expect, test } from '@jest/globals';
import { parseCommand, UsageError } from './command.ts';

describe('npm run soak', () => {
  test('when no option is given, then the plan is the full one, with a random seed', () => {
    const command = parseCommand(['media']);
    expect(command).toMatchObject({ name: 'media', plan: { sizeMib: 2048, cuts: 100, kills: { media: 20, gateway: 5 }, uploads: 20 } });
    expect(command).not.toEqual(parseCommand(['media']));
  });

  test('when the same seed is given in another order of options, then the plan is the same', () => {
    expect(parseCommand(['media', '--seed', 'one', '--kills', '0'])).toEqual(parseCommand(['media', '--kills', '0', '--seed', 'one']));
  });

  test('when chaos is asked for, then 200 customers buy, and the report has a file', () => {
    expect(parseCommand(['chaos', '--kills', '100'])).toMatchObject({
      name: 'chaos',
      plan: { orders: 200, kills: 100, faultSeconds: 15, cutSeconds: 60 },
      report: 'chaos-report.md',
    });
  });

  test.each([
    [[]],
    [['chaos', '--orders', '0']],
    [['chaos', '--cuts', '1']],
    [['orders']],
    [['media', '--cuts', '-1']],
    [['media', '--minutes', '90']],
    [['media', '--kills', 'x']],
    [['media', '--gateway-kills', '1.5']],
    [['media', '--size', '1']],
  ])('when the arguments are %j, then a usage error is thrown', (args: string[]) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
  });
});
