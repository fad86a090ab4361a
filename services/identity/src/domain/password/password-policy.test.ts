import { describe, expect, test } from '@jest/globals';
import { commonPasswords } from '../../adapters/common-passwords.ts';
import { requireAdminPassword, requireCustomerPassword } from './password-policy.ts';

const deps = { commonPasswords };
const owner = { email: 'hanako.y+shop@example.co.jp', name: 'Hanako 山田　花子' };
const choose =
  (password: string, given: { email: string; name: string | null } = owner) =>
  () =>
    requireCustomerPassword(deps, { password, field: 'newPassword', owner: given });

describe('when a password is one of the most common', () => {
  test.each(['password1', 'Password1', 'QWERTY123', 'aaaaaaa1', 'ｐassword1', '1q2w3e4r'])('then %s is refused', (password) => {
    expect(choose(password)).toThrow(expect.objectContaining({ code: 'PasswordCommon' }));
  });
  test('then an admin cannot have it either', () => {
    const admin = { ...deps, commonPasswords: { has: (password: string) => password === 'p@ssw0rd-2026' } };
    const input = { password: 'P@ssw0rd-2026', field: 'password', owner };
    expect(() => requireAdminPassword(admin, input)).toThrow(expect.objectContaining({ code: 'PasswordCommon' }));
  });
});

describe('when a password contains the address, the name or the name of the shop', () => {
  test.each([
    'hanako.y+shop@example.co.jp1',
    'HanakoY-Shop-7',
    'my-hanakoy-7',
    'Ｈａｎａｋｏ-2026a',
    'Abc-山田-1234',
    '花子だいすき2026a',
    'Stage-Reel-2026',
    'ｽﾃｰｼﾞﾘｰﾙ2026a',
  ])('then %s is refused at its field', (password) => {
    expect(choose(password)).toThrow(
      expect.objectContaining({
        code: 'PasswordPersonal',
        details: { fields: { newPassword: expect.stringContaining('含むパスワード') } },
      }),
    );
  });
  test('then short parts, which occur by chance, make no difference', () => {
    expect(choose('kentucky9-lina', { email: 'ken@example.jp', name: 'Ken Li' })).not.toThrow();
    expect(choose('kenli-river-9', { email: 'abc@example.jp', name: 'Ken Li' })).toThrow(
      expect.objectContaining({ code: 'PasswordPersonal' }),
    );
    expect(choose('木の下のかげ2026a', { email: 'abc@example.jp', name: '木' })).not.toThrow();
  });
});

test('when a password is neither, then it is accepted', () => {
  for (const password of ['Plum-Orchard-1', 'correct horse battery staple 1A']) expect(choose(password)).not.toThrow();
});
