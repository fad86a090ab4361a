import { beforeEach, describe, expect, test } from '@jest/globals';
import { createAdminMarker } from './admin-marker.ts';

const HOUR_MS = 3_600_000;
let kept: Map<string, string>;
let keptForAllTabs: Map<string, string>;
let timesForgotten: number;
const storageIn = (texts: () => Map<string, string>) => ({
  getItem: (key: string) => texts().get(key) ?? null,
  setItem: (key: string, value: string) => void texts().set(key, value),
  removeItem: (key: string) => void texts().delete(key),
});
const marker = () =>
  createAdminMarker({
    storage: storageIn(() => kept),
    sharedStorage: storageIn(() => keptForAllTabs),
    forgetDrafts: () => {
      timesForgotten += 1;
    },
  });

beforeEach(() => {
  kept = new Map();
  keptForAllTabs = new Map();
  timesForgotten = 0;
});

describe('admin marker', () => {
  test('when an hour has not passed, the admin is known; afterwards the marker is removed (admin 4.1, 6.3, 9.1)', () => {
    marker().write('admin@example.jp', 1000);
    expect(marker().read(1000 + HOUR_MS - 1)).toEqual({ admin: { email: 'admin@example.jp' }, loginTime: 1000 });
    expect(marker().read(1000 + HOUR_MS)).toBeNull();
    expect(kept.has('admin_session')).toBe(false);
  });

  test.each(['', '{', '{"admin":1}', 'null'])(
    'when the stored marker is %j, nobody is signed in and it is removed (admin 4.3)',
    (stored) => {
      kept.set('admin_session', stored);
      expect([marker().read(), kept.size]).toEqual([null, 0]);
    },
  );

  test('when the password step was ten minutes ago, the second step expired', () => {
    const { expiresAt } = marker().writePending({ email: 'admin@example.jp', methods: ['mail'] }, 0);
    expect(expiresAt).toBe(600_000);
    expect(marker().readPending(599_999)).toEqual({ email: 'admin@example.jp', methods: ['mail'], expiresAt });
    expect([marker().readPending(600_000), kept.size]).toEqual([null, 0]);
  });

  test('when both steps are done, the admin is known and the pending step is removed (admin 3.11, 4.9)', () => {
    marker().writePending({ email: 'admin@example.jp', methods: ['mail'] });
    marker().write('admin@example.jp');
    expect([marker().read()?.admin.email, marker().readPending(), kept.has('pending_admin_login')]).toEqual([
      'admin@example.jp',
      null,
      false,
    ]);
  });
});

test('when somebody signs out, then every tab knows it until an admin signs in', () => {
  expect(marker().isSignedOut()).toBe(false);
  marker().signOut();
  kept = new Map();
  expect(marker().isSignedOut()).toBe(true);
  marker().write('admin@example.jp');
  expect(marker().isSignedOut()).toBe(false);
});

describe('an admin’s drafts in a tab', () => {
  /** How often an action deletes the drafts. */
  const forgottenBy = (happens: () => void): number => {
    const before = timesForgotten;
    happens();
    return timesForgotten - before;
  };

  beforeEach(() => marker().write('first@example.jp', 0));

  test('when the session expired and the same admin signs in again, then the drafts are kept', () => {
    expect(marker().read(HOUR_MS)).toBeNull();
    expect(forgottenBy(() => marker().write('first@example.jp', HOUR_MS))).toBe(0);
    marker().remove();
    expect(forgottenBy(() => marker().write('first@example.jp', HOUR_MS))).toBe(0);
  });

  test('when the session expired and another admin signs in, then the drafts are deleted, and the new admin’s are kept in turn', () => {
    marker().remove();
    expect(forgottenBy(() => marker().write('second@example.jp'))).toBe(1);
    expect(forgottenBy(() => marker().write('second@example.jp'))).toBe(0);
    expect(forgottenBy(() => marker().write('first@example.jp'))).toBe(1);
  });

  test('when another tab signed the admin in, then the drafts are kept for that admin only', () => {
    for (const [next, times] of [
      ['first@example.jp', 0],
      ['second@example.jp', 1],
    ] as const) {
      marker().write('first@example.jp', 0);
      kept.delete('admin_drafts_owner');
      marker().remove();
      expect(forgottenBy(() => marker().write(next))).toBe(times);
    }
  });

  test('when the owner of the drafts is unknown, then the next admin who signs in does not get them', () => {
    kept.clear();
    expect(forgottenBy(() => marker().write('first@example.jp'))).toBe(1);
  });

  test('when the admin signs out, then the drafts and everything else of the admin are deleted', () => {
    expect([forgottenBy(() => marker().signOut()), kept.size]).toEqual([1, 0]);
  });

  test('when the session expired and another user signs out, then the drafts are deleted too', () => {
    marker().remove();
    expect([forgottenBy(() => marker().signOut()), kept.size]).toEqual([1, 0]);
  });

  test('when no admin was signed in before, then a sign-out deletes no drafts', () => {
    kept.clear();
    expect(forgottenBy(() => marker().signOut())).toBe(0);
  });
});
