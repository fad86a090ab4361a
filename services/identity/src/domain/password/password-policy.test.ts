import { randomBytes } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { commonPasswords } from '../../adapters/common-passwords.ts';
import { isCommon } from './common-password.ts';
import { requireAdminPassword, requireCustomerPassword } from './password-policy.ts';

const deps = { commonPasswords };
const owner = { email: 'hanako.y+shop@example.co.jp', name: 'Hanako 山田　花子' };
const stranger = { email: 'kj@example.jp', name: null };
const choose =
  (password: string, given: { email: string; name: string | null } = owner) =>
  () =>
    requireCustomerPassword(deps, { password, field: 'newPassword', owner: given });

/** Common passwords and words, with what people add to satisfy the rules. */
const weak = [
  ...['password1', 'Password1', 'QWERTY123', 'aaaaaaa1', 'ｐassword1', '1q2w3e4r', 'Zaq12wsx!', 'letmein123A', 'Asdf1234'],
  ...['P@ssword1', 'Admin@123', 'Qwerty123!', 'sakura123', 'Summer2024', 'tokyo2020', 'Password-1', 'Newpassword1', 'Orchard2026'],
  ...['5unshine2024', 'W3lcome!2024', 'p4$$w0rd99', 'L0vely2024', '1loveyou!A', 'Pass123word!', 'Tokyo-Tokyo-1', 'Abcabc123', 'Abcdefgh1'],
  ...[
    'Hanako1234',
    'Tanaka123',
    'Yamada2024',
    'taro1990',
    'Hokkaido2026',
    'Konnichiwa1',
    'arigatou1',
    'Ohayou2024',
    'doraemon1',
    'Gakusei1',
  ],
  ...['19900515A', '20200101a', '12345678Aa', '1234abcd'],
];
const weakForAdmins = [
  ...[
    'Password123!',
    'P@ssw0rd1234',
    'P@ssw0rd-2026',
    'Password2026!!',
    'Welcome2026!!',
    'Admin1234567!',
    'Admin@123456!',
    'Passw0rd!2024',
  ],
  ...[
    'Tokyo@202020!',
    'Sakura202412!',
    'Summer2024!!A',
    'Qwertyuiop1!',
    'Zxcvbnm1234!',
    'Dr@g0n12345!',
    'PasswordPassword1!',
    'Abcd1234Abcd!',
  ],
];
/** As people choose them who think of a sentence, of several words or of random characters. */
const honest = [
  ...['Plum-Orchard-1', 'correct horse battery staple 1A', 'Chosen-by-me-1', 'Not-the-password1', 'customers-may-1', 'A-long-password-1'],
  ...['Hanamaru2026', 'Sakurasaku2027', 'Umi-to-yama-26', 'Kame8Usagi', 'Neko3biki-iru', 'mikan-Bako-12', 'aoi-Jitensha3', 'Waku2-Butai!'],
  ...[
    'shiroi Kumo 5',
    'Kitsune-Udon-380',
    'Ride.The.Wave9',
    'my dog eats 3 shoes',
    'Tennen-mizu-500',
    'Hiru-gohan-12ji',
    'Blue-kettle-42x',
  ],
  ...['木の下のかげ2026a', '花の名前はさくらです1a', 'もりのくまさん2ひきa', '山と川と海2026a'],
  ...['kx7Rq2mP', 'Tg5hYn8wQz', 'Wt9vLq3z', 'q7#Lw2-zP', 'k8274650', '3f9ac0177b1e4d2a9c-aA1'],
];
const honestForAdmins = [
  'Correct-Horse-9',
  'Staple-Battery-7',
  'Brand-New-Horse-7',
  'Kitsune-Udon-380',
  'J7#kd9!Lm2$xQ',
  'Hiru-gohan-12ji',
];

describe('when a password is common, or a common word with digits and symbols', () => {
  test.each(weak)('then %s is refused', (password) => {
    expect(choose(password, stranger)).toThrow(expect.objectContaining({ code: 'PasswordCommon' }));
  });
  test.each(weakForAdmins)('then an admin cannot have %s, nor a customer', (password) => {
    const input = { password, field: 'password', owner: stranger };
    expect(() => requireAdminPassword(deps, input)).toThrow(expect.objectContaining({ code: 'PasswordCommon' }));
    expect(choose(password, stranger)).toThrow(expect.objectContaining({ code: 'PasswordCommon' }));
  });
});

describe('when a password is neither common nor personal', () => {
  test.each(honest)('then %s is accepted', (password) => {
    expect(choose(password)).not.toThrow();
  });
  test.each(honestForAdmins)('then an admin may have %s', (password) => {
    expect(() => requireAdminPassword(deps, { password, field: 'password', owner })).not.toThrow();
  });
  test('then hardly any random one is refused', () => {
    const random = () => randomBytes(9).toString('base64url').slice(0, 10);
    const refused = Array.from({ length: 2000 }, random).filter((password) => isCommon({ commonPasswords, password }));
    expect(refused.length).toBeLessThan(20);
  });
  test.each(['a'.repeat(200), 'aB3$'.repeat(50), 'あ1'.repeat(100), `${'4'.repeat(20)}a${'4'.repeat(179)}`])(
    'then the long password %s takes a bounded number of look-ups',
    (password) => {
      const has = jest.fn(() => false);
      isCommon({ commonPasswords: { has }, password });
      expect(has.mock.calls.length).toBeLessThan(5000);
    },
  );
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
