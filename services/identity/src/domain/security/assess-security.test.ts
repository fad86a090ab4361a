import { describe, expect, test } from '@jest/globals';
import type { RiskLevel } from '@stagereel/contracts';
import { assessSecurity, type SecurityIndicators } from './assess-security.ts';

const noRisk: SecurityIndicators = {
  failedLogins: 0,
  successRate: 100,
  highRiskAttempts: 0,
  wrongAdminCodes: 0,
  suspiciousNetworks: 0,
  blockedNetworks: 0,
  lockedAccounts: 0,
  adminsWithoutAuthenticator: 0,
  isRateLimited: true,
};

describe('security assessment', () => {
  test.each<[string, Partial<SecurityIndicators>, RiskLevel, number]>([
    ['nothing unusual', {}, 'low', 0],
    ['no login attempt', { successRate: null }, 'low', 0],
    ['four wrong admin codes', { wrongAdminCodes: 4 }, 'low', 0],
    ['five wrong admin codes', { wrongAdminCodes: 5 }, 'medium', 1],
    ['ten wrong admin codes', { wrongAdminCodes: 10 }, 'high', 1],
    ['nine failures', { failedLogins: 9, successRate: 10 }, 'low', 0],
    ['ten failures and 70 percent success', { failedLogins: 10, successRate: 70 }, 'low', 0],
    ['ten failures and less than 70 percent success', { failedLogins: 10, successRate: 69.9 }, 'medium', 1],
    ['49 failures and no success', { failedLogins: 49, successRate: 0 }, 'medium', 1],
    ['50 failures and 50 percent success', { failedLogins: 50, successRate: 50 }, 'medium', 1],
    ['50 failures and less than 50 percent success', { failedLogins: 50, successRate: 49.9 }, 'high', 1],
    ['one high-risk attempt', { highRiskAttempts: 1 }, 'medium', 1],
    ['nine high-risk attempts', { highRiskAttempts: 9 }, 'medium', 1],
    ['ten high-risk attempts', { highRiskAttempts: 10 }, 'high', 1],
    ['a suspicious network', { suspiciousNetworks: 1 }, 'medium', 1],
    ['a blocked network', { blockedNetworks: 1 }, 'medium', 1],
    ['a locked account', { lockedAccounts: 1 }, 'low', 1],
    ['four locked accounts', { lockedAccounts: 4 }, 'low', 1],
    ['five locked accounts', { lockedAccounts: 5 }, 'medium', 1],
    ['a limit weaker than the default', { isRateLimited: false }, 'medium', 1],
    ['an admin without an authenticator', { adminsWithoutAuthenticator: 1 }, 'low', 1],
    ['a combination of factors', { lockedAccounts: 1, highRiskAttempts: 1, wrongAdminCodes: 10 }, 'high', 3],
  ])('when there is %s, then the level is as expected, and each factor has a recommendation', (_name, indicators, level, factors) => {
    const assessed = assessSecurity({ ...noRisk, ...indicators });

    expect(assessed.overallRiskLevel).toBe(level);
    expect(assessed.riskFactors).toHaveLength(factors);
    expect(new Set(assessed.recommendations).size).toBe(factors);
    for (const text of [...assessed.riskFactors, ...assessed.recommendations]) expect(text).toMatch(/。$/);
  });

  test('when there are several factors, then the most severe comes first, and recommendations are in the same order', () => {
    const { riskFactors, recommendations } = assessSecurity({ ...noRisk, lockedAccounts: 1, blockedNetworks: 1, wrongAdminCodes: 10 });
    expect(riskFactors).toEqual([
      '管理者のパスワードが正しく入力されたあとに、認証コードの誤りが続いています。',
      'ログインの失敗が続いたため、ブロックされている接続元があります。',
      'ロックされているアカウントがあります。',
    ]);
    expect(recommendations[1]).toContain('ブロックを解除');
  });
});
