import { describe, expect, test } from '@jest/globals';
import type { RiskLevel } from '@stagereel/contracts';
import { assessSecurity, type SecurityFacts } from './risk-assessment.ts';

const quiet: SecurityFacts = {
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

describe('when the shop’s security is assessed', () => {
  test.each<[string, Partial<SecurityFacts>, RiskLevel, number]>([
    ['nothing', {}, 'low', 0],
    ['no attempts at all', { successRate: null }, 'low', 0],
    ['two wrong codes of admins', { wrongAdminCodes: 2 }, 'low', 0],
    ['three wrong codes of admins', { wrongAdminCodes: 3 }, 'high', 1],
    ['nine failures', { failedLogins: 9, successRate: 10 }, 'low', 0],
    ['ten failures beside many successes', { failedLogins: 10, successRate: 70 }, 'low', 0],
    ['ten failures and less than 70 percent success', { failedLogins: 10, successRate: 69.9 }, 'medium', 1],
    ['49 failures and no success', { failedLogins: 49, successRate: 0 }, 'medium', 1],
    ['50 failures and half as many successes', { failedLogins: 50, successRate: 50 }, 'medium', 1],
    ['50 failures and less than half success', { failedLogins: 50, successRate: 49.9 }, 'high', 1],
    ['one risky attempt', { highRiskAttempts: 1 }, 'medium', 1],
    ['nine risky attempts', { highRiskAttempts: 9 }, 'medium', 1],
    ['ten risky attempts', { highRiskAttempts: 10 }, 'high', 1],
    ['a suspicious network', { suspiciousNetworks: 1 }, 'medium', 1],
    ['a blocked network', { blockedNetworks: 1 }, 'medium', 1],
    ['a locked account', { lockedAccounts: 1 }, 'low', 1],
    ['four locked accounts', { lockedAccounts: 4 }, 'low', 1],
    ['five locked accounts', { lockedAccounts: 5 }, 'medium', 1],
    ['loosened limits', { isRateLimited: false }, 'medium', 1],
    ['an admin without an authenticator', { adminsWithoutAuthenticator: 1 }, 'low', 1],
    ['several at once', { lockedAccounts: 1, highRiskAttempts: 1, wrongAdminCodes: 3 }, 'high', 3],
  ])('then %s comes to its level, with a recommendation for each factor', (_name, facts, level, factors) => {
    const assessed = assessSecurity({ ...quiet, ...facts });

    expect(assessed.overallRiskLevel).toBe(level);
    expect(assessed.riskFactors).toHaveLength(factors);
    expect(new Set(assessed.recommendations).size).toBe(factors);
    for (const text of [...assessed.riskFactors, ...assessed.recommendations]) expect(text).toMatch(/。$/);
  });

  test('then the gravest stands first, each beside what to do about it', () => {
    const { riskFactors, recommendations } = assessSecurity({ ...quiet, lockedAccounts: 1, blockedNetworks: 1, wrongAdminCodes: 3 });
    expect(riskFactors).toEqual([
      '管理者のパスワードが正しく入力されたあとに、認証コードの誤りが続いています。',
      'ログインの失敗が続いたため、ブロックされている接続元があります。',
      'ロックされているアカウントがあります。',
    ]);
    expect(recommendations[1]).toContain('ブロックを解除');
  });
});
