import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { findForbiddenLicences, type LockedPackages } from '../../check-licences.mjs';
import { findSecrets } from '../../check-secrets.mjs';

describe('licences', () => {
  const shopWith = (license: string | undefined, name = 'lib'): LockedPackages => ({
    'services/orders': { dependencies: { kit: '*' }, devDependencies: { tool: '1' } },
    'node_modules/kit': { link: true, resolved: 'packages/kit' },
    'packages/kit': { dependencies: { middle: '1' }, optionalDependencies: { 'not-locked': '1' } },
    'node_modules/middle': { license: 'MIT', peerDependencies: { [name]: '1' } },
    [`node_modules/${name}`]: { license: 'GPL-3.0-only' },
    [`node_modules/middle/node_modules/${name}`]: { ...(license && { license }) },
    'node_modules/tool': { license: 'GPL-3.0-only' },
  });

  test.each(['MIT', '(MIT OR GPL-3.0-only)', 'GPL-3.0-only OR Apache-2.0', 'MIT AND ISC'])(
    'when a package has %s, then it is allowed',
    (license) => {
      expect(findForbiddenLicences(shopWith(license))).toEqual([]);
    },
  );

  test.each([
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'LGPL-3.0-or-later',
    '(MIT OR ISC) AND GPL-3.0-only',
    'SEE LICENSE IN LICENSE.md',
    undefined,
  ])('when a package that is needed indirectly has %s, then it is named; tools are not', (license) => {
    expect(findForbiddenLicences(shopWith(license))).toEqual([`lib: ${license ?? 'no licence'}`]);
  });

  test('when it is the image library, then the LGPL is allowed', () => {
    expect(findForbiddenLicences(shopWith('Apache-2.0 AND LGPL-3.0-or-later', '@img/sharp-x'))).toEqual([]);
  });

  test('when the lock file of the shop is checked, then its packages are found', () => {
    const { packages } = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'));
    const forgotten = { ...packages, 'node_modules/fastify': { ...packages['node_modules/fastify'], license: undefined } };
    expect(findForbiddenLicences(forgotten)).toEqual(['fastify: no licence']);
  });
});

test('when a package is installed on any system, then the lock file has its checksum', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { link?: boolean; inBundle?: boolean; integrity?: string }>;
  };
  const installed = Object.entries(packages).filter(([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle);
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});

describe('secrets', () => {
  const letters = (count: number): string => 'aB3'.repeat(count).slice(0, count);

  // In two parts, because this file is checked as well.
  test.each([
    ['private key', '-----BEGIN RSA', ` PRIVATE KEY-----\n${letters(64)}\n`],
    ['private key in base64', 'LS0tLS1CRUd', `JTi${letters(64)}`],
    ['Stripe key', 'sk_live_', letters(24)],
    ['Stripe webhook secret', 'whsec_', letters(32)],
    ['AWS access key', 'AKIA', letters(16).toUpperCase()],
    ['Google API key', 'AIza', letters(35)],
    ['GitHub token', 'ghp_', letters(36)],
    ['npm token', 'npm_', letters(36)],
    ['Slack token', 'xoxb-', letters(20)],
    ['SendGrid key', 'SG.', `${letters(22)}.${letters(43)}`],
  ])('when a file contains a %s, then it is found', (kind, prefix, rest) => {
    expect(findSecrets(`const value = '${prefix}${rest}';`)).toEqual([kind]);
  });

  test.each(['-----BEGIN PRIVATE KEY-----', 'sk_test_simulator', 'whsec_forged', 'smtp://user:password@host'])(
    'when a file contains %s, then nothing is found',
    (text) => {
      expect(findSecrets(text)).toEqual([]);
    },
  );
});
