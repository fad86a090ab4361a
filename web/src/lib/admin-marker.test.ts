import { beforeEach, describe, expect, test } from '@jest/globals';
import { createAdminMarker } from './admin-marker.ts';

const HOUR_MS = 3_600_000;
let kept: Map<string, string>;
const marker = () =>
  createAdminMarker({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });

beforeEach(() => {
  kept = new Map();
});

describe('admin marker', () => {
  test('when an hour has not passed, the admin is known; after it the marker is gone', () => {
    marker().write('admin@example.jp', 1000);
    expect(marker().read(1000 + HOUR_MS - 1)).toEqual({ admin: { email: 'admin@example.jp' }, loginTime: 1000 });
    expect(marker().read(1000 + HOUR_MS)).toBeNull();
    expect(kept.size).toBe(0);
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
    expect([marker().read()?.admin.email, marker().readPending(), kept.size]).toEqual(['admin@example.jp', null, 1]);
  });
});
