import { beforeEach, describe, expect, test } from '@jest/globals';
import { createAdminMarker } from './admin-marker.ts';

const HOUR_MS = 3_600_000;
let kept: Map<string, string>;
let timesForgotten: number;
const marker = () =>
  createAdminMarker({
    store: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    forgetDrafts: () => {
      timesForgotten += 1;
    },
  });

beforeEach(() => {
  kept = new Map();
  timesForgotten = 0;
});

describe('admin marker', () => {
  test('when an hour has not passed, the admin is known; after it the marker is gone', () => {
    marker().write('admin@example.jp', 1000);
    expect(marker().read(1000 + HOUR_MS - 1)).toEqual({ admin: { email: 'admin@example.jp' }, loginTime: 1000 });
    expect(marker().read(1000 + HOUR_MS)).toBeNull();
    expect(kept.has('admin_session')).toBe(false);
  });

  test.each(['', '{', '{"admin":1}', 'null'])('when what is stored is %j, nobody is signed in and it is removed', (stored) => {
    kept.set('admin_session', stored);
    expect([marker().read(), kept.size]).toEqual([null, 0]);
  });

  test('when the password step was ten minutes ago, its second step is over', () => {
    const { expiresAt } = marker().writePending({ email: 'admin@example.jp', methods: ['mail'] }, 0);
    expect(expiresAt).toBe(600_000);
    expect(marker().readPending(599_999)).toEqual({ email: 'admin@example.jp', methods: ['mail'], expiresAt });
    expect([marker().readPending(600_000), kept.size]).toEqual([null, 0]);
  });

  test('when both steps are done, the admin is known and nothing of the steps is left', () => {
    marker().writePending({ email: 'admin@example.jp', methods: ['mail'] });
    marker().write('admin@example.jp');
    expect([marker().read()?.admin.email, marker().readPending(), kept.has('pending_admin_login')]).toEqual([
      'admin@example.jp',
      null,
      false,
    ]);
  });
});

describe('what an admin has begun in a tab', () => {
  /** How often it is forgotten by what happens. */
  const forgottenBy = (happens: () => void): number => {
    const before = timesForgotten;
    happens();
    return timesForgotten - before;
  };

  beforeEach(() => marker().write('first@example.jp', 0));

  test('when the session is over and the same admin signs in again, then it is still there', () => {
    expect(marker().read(HOUR_MS)).toBeNull();
    expect(forgottenBy(() => marker().write('first@example.jp', HOUR_MS))).toBe(0);
    marker().remove();
    expect(forgottenBy(() => marker().write('first@example.jp', HOUR_MS))).toBe(0);
  });

  test('when the session is over and another admin signs in, then it is gone, and theirs is kept in turn', () => {
    marker().remove();
    expect(forgottenBy(() => marker().write('second@example.jp'))).toBe(1);
    expect(forgottenBy(() => marker().write('second@example.jp'))).toBe(0);
    expect(forgottenBy(() => marker().write('first@example.jp'))).toBe(1);
  });

  test('when an earlier version of the page has signed its admin in, then that one finds it again, and nobody else', () => {
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

  test('when nobody is known to have begun it, then the first admin who signs in does not find it', () => {
    kept.clear();
    expect(forgottenBy(() => marker().write('first@example.jp'))).toBe(1);
  });

  test('when its admin signs out, then it is gone and nothing of them is left', () => {
    expect([forgottenBy(() => marker().signOut()), kept.size]).toEqual([1, 0]);
  });

  test('when the session is over and whoever came after signs out, then it is gone as well', () => {
    marker().remove();
    expect([forgottenBy(() => marker().signOut()), kept.size]).toEqual([1, 0]);
  });

  test('when no admin was ever there, then a sign-out forgets nothing', () => {
    kept.clear();
    expect(forgottenBy(() => marker().signOut())).toBe(0);
  });
});
