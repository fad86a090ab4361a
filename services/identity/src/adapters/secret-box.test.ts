import { describe, expect, test } from '@jest/globals';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox({ secret: 'a-secret-of-the-service', purpose: 'two-factor' });
const SECRET = 'GEZDGNBVGY3TQOJQ';

describe('when a secret is sealed', () => {
  test('then its owner’s box opens it, and each seal is another', () => {
    const [first, second] = [box.seal({ secret: SECRET, owner: 'anna' }), box.seal({ secret: SECRET, owner: 'anna' })];
    expect(first).not.toBe(second);
    expect([first, second].map((sealed) => box.open({ sealed, owner: 'anna' }))).toEqual([SECRET, SECRET]);
    expect(first).not.toContain(SECRET);
  });

  test('then it opens for no other owner, under no other key, and not once it was touched', () => {
    const sealed = box.seal({ secret: SECRET, owner: 'anna' });
    const touched = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(box.open({ sealed, owner: 'ben' })).toBeUndefined();
    expect(box.open({ sealed: touched, owner: 'anna' })).toBeUndefined();
    expect(createSecretBox({ secret: 'another-secret', purpose: 'two-factor' }).open({ sealed, owner: 'anna' })).toBeUndefined();
    expect(createSecretBox({ secret: 'a-secret-of-the-service', purpose: 'codes' }).open({ sealed, owner: 'anna' })).toBeUndefined();
  });

  test.each(['', 'AAAA', 'not base64 at all'])('then %p opens nowhere', (sealed) => {
    expect(box.open({ sealed, owner: 'anna' })).toBeUndefined();
  });
});
