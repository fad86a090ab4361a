import { describe, expect, test } from '@jest/globals';
import { parseCommand, UsageError } from './command.ts';

const STAGING = ['--shop', 'https://staging.example.jp/', '--mailbox', 'http://127.0.0.1:1', '--stripe', 'http://127.0.0.1:2'];
const SECRETS = { ADMIN_EMAIL: 'admin@example.jp', ADMIN_PASSWORD: 'secret', STRIPE_SECRET_KEY: 'sk_test_1' };

describe('npm run rehearsal', () => {
  test('when no option is given, then it is a full rehearsal in a shop of its own, with a random seed', () => {
    const command = parseCommand([], {});
    expect(command).toMatchObject({
      plan: { athletes: 2000, buyers: 1500, minutes: 5, uploads: 200, hasFaults: false, kills: 0 },
      report: 'rehearsal-report.md',
      staging: undefined,
    });
    expect(command).not.toEqual(parseCommand([], {}));
  });

  test('when a staging shop is given, then its credentials come from the environment', () => {
    expect(parseCommand(STAGING, SECRETS)).toMatchObject({
      staging: { gateway: 'https://staging.example.jp', stripe: { secretKey: 'sk_test_1' }, admin: { password: 'secret' } },
    });
    expect(() => parseCommand(STAGING, { ...SECRETS, ADMIN_PASSWORD: '' })).toThrow('must have ADMIN_PASSWORD.');
    const metrics = ['--metrics', 'orders=http://127.0.0.1:3/metrics,gateway=http://127.0.0.1:4/metrics'];
    expect(parseCommand([...STAGING, ...metrics], SECRETS)).toMatchObject({
      staging: { metrics: { orders: 'http://127.0.0.1:3/metrics', gateway: 'http://127.0.0.1:4/metrics' } },
    });
    expect(() => parseCommand([...STAGING, '--metrics', 'http://127.0.0.1:3'], SECRETS)).toThrow('--metrics must be');
    expect(() => parseCommand(metrics, SECRETS)).toThrow('--metrics needs --shop');
    expect(() => parseCommand(STAGING.slice(0, 4), SECRETS)).toThrow('--stripe must be');
    expect(() => parseCommand([...STAGING, '--faults'], SECRETS)).toThrow('--faults');
    expect(() => parseCommand([...STAGING, '--kills', '1'], SECRETS)).toThrow('--kills');
  });

  test.each([
    [['--buyers', '0']],
    [['--buyers', '2.5']],
    [['--minutes', '90']],
    [['--minutes', '']],
    [['--contest', 'many']],
    [['--kills', '-1']],
    [['--orders', '3']],
    [['now']],
    [['--shop', 'staging']],
  ])('when the arguments are %j, then a usage error is thrown', (args: string[]) => {
    expect(() => parseCommand(args, SECRETS)).toThrow(UsageError);
  });
});
