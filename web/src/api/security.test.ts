import { describe, expect, test } from '@jest/globals';
import { auditPath } from './security.ts';

const NOTHING = { q: '', action: '', from: '', to: '' };
const queryOf = (path: string) => Object.fromEntries(new URL(path, 'http://shop.example').searchParams);

describe('the path of the audit log', () => {
  test('when the filter is empty, it has no query string', () => {
    expect(auditPath(NOTHING, null)).toBe('/api/admin/audit');
  });

  test('when days are set, they are whole days in Tokyo', () => {
    expect(queryOf(auditPath({ ...NOTHING, from: '2026-11-20', to: '2026-11-20' }, null))).toEqual({
      from: '2026-11-19T15:00:00.000Z',
      to: '2026-11-20T14:59:59.999Z',
    });
  });

  test('when a day is invalid, it is ignored', () => {
    expect(auditPath({ ...NOTHING, from: '2026-13-40', to: 'x' }, null)).toBe('/api/admin/audit');
  });

  test('when the next page is requested, the search text stays as typed, so the server can search for its special characters', () => {
    expect(queryOf(auditPath({ ...NOTHING, q: ' １２３ & ', action: 'order.delivered' }, 'c+1'))).toEqual({
      q: '１２３ &',
      action: 'order.delivered',
      cursor: 'c+1',
    });
  });
});
