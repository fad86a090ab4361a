import { describe, expect, test } from '@jest/globals';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox({ secret: 'a-secret-of-the-service', purpose: 'two-factor' });
const SECRET = 'GEZDGNBVGY3TQOJQ';

describe('secret box', () => {
  test('when a secret is sealed twice, then its owner can open both, and the results differ', () => {
    const [first, second] = [box.seal({ secret: SECRET, owner: 'anna' }), box.seal({ secret: SECRET, owner: 'anna' })];
    expect(first).not.toBe(second);
    expect([first, second].map((sealed) => box.open({ sealed, owner: 'anna' }))).toEqual([SECRET, SECRET]);
    expect(first).not.toContain(SECRET);
  });

  test('when the owner, key, purpose or ciphertext differs, then the secret cannot be opened', () => {
    const sealed = box.seal({ secret: SECRET, owner: 'anna' });
    const modified = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(box.open({ sealed, owner: 'ben' })).toBeUndefined();
    expect(box.open({ sealed: modified, owner: 'anna' })).toBeUndefined();
    expect(createSecretBox({ secret: 'another-secret', purpose: 'two-factor' }).open({ sealed, owner: 'anna' })).toBeUndefined();
    expect(createSecretBox({ secret: 'a-secret-of-the-service', purpose: 'codes' }).open({ sealed, owner: 'anna' })).toBeUndefined();
  });

  test.each(['', 'AAAA', 'not base64 at all'])('when the sealed text is %p, then it cannot be opened', (sealed) => {
    expect(box.open({ sealed, owner: 'anna' })).toBeUndefined();
  });
});
