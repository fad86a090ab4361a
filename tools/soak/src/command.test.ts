import { describe, expect, test } from '@jest/globals';
import { parseCommand, UsageError } from './command.ts';

describe('npm run soak', () => {
  test('when nothing else is said, it is what is promised, with a seed of its own', () => {
    const command = parseCommand(['media']);
    expect(command).toMatchObject({ name: 'media', plan: { sizeMib: 2048, cuts: 100, kills: { media: 20, gateway: 5 }, uploads: 20 } });
    expect(command).not.toEqual(parseCommand(['media']));
  });

  test('when a seed is given, the plan is the same again', () => {
    expect(parseCommand(['media', '--seed', 'one', '--kills', '0'])).toEqual(parseCommand(['media', '--kills', '0', '--seed', 'one']));
  });

  test.each([
    [[]],
    [['orders']],
    [['media', '--cuts', '-1']],
    [['media', '--minutes', '90']],
    [['media', '--kills', 'x']],
    [['media', '--gateway-kills', '1.5']],
    [['media', '--size', '1']],
  ])('when it is called with %j, it says how it is called', (args: string[]) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
  });
});
