import { RISK_LEVELS, type RiskLevel, type SecurityDashboard } from '@stagereel/contracts';

/** Attempts and failures of the last 24 hours; blocks, locks and settings as they are now. */
export type SecurityIndicators = {
  failedLogins: number;
  /** Percent; null without attempts. */
  successRate: number | null;
  highRiskAttempts: number;
  /** Wrong codes of admins, without typos: see countUnresolvedCodes. */
  wrongAdminCodes: number;
  suspiciousNetworks: number;
  blockedNetworks: number;
  lockedAccounts: number;
  adminsWithoutAuthenticator: number;
  isRateLimited: boolean;
};

type Rule = { level: RiskLevel; applies: (indicators: SecurityIndicators) => boolean; factor: string; recommendation: string };

const hasSuccessRateBelow = ({ successRate }: SecurityIndicators, percent: number): boolean =>
  successRate !== null && successRate < percent;

/** Only the first matching rule of each group counts. The highest level of all groups is the overall level. */
const securityRules: readonly (readonly Rule[])[] = [
  [
    {
      level: 'high',
      applies: (indicators) => indicators.wrongAdminCodes >= 10,
      factor: '管理者のパスワードが正しく入力されたあとに、認証コードの誤りが続いています。',
      recommendation: '管理者のパスワードが知られているおそれがあります。パスワードを変更し、監査ログを確認してください。',
    },
    {
      level: 'medium',
      applies: (indicators) => indicators.wrongAdminCodes >= 5,
      factor: '管理者の認証コードの誤りのあと、ログインが完了していないことがあります。',
      recommendation: 'ログインの記録で、心当たりのない認証コードの誤りがないか確認してください。',
    },
  ],
  [
    {
      level: 'high',
      applies: (indicators) => indicators.failedLogins >= 50 && hasSuccessRateBelow(indicators, 50),
      factor: 'ログインの失敗が、成功を大きく上回っています。',
      recommendation: 'パスワードを推測する攻撃のおそれがあります。失敗の多い接続元を確認してください。',
    },
    {
      level: 'medium',
      applies: (indicators) => indicators.failedLogins >= 10 && hasSuccessRateBelow(indicators, 70),
      factor: 'ログインの失敗が多くなっています。',
      recommendation: 'ログインの記録で、失敗の多いアカウントと接続元を確認してください。',
    },
  ],
  [
    {
      level: 'high',
      applies: (indicators) => indicators.highRiskAttempts >= 10,
      factor: '危険度の高いログインの試みが多数ありました。',
      recommendation: '危険度の高いログインの記録を確認し、心当たりのない利用者にはパスワードの変更を案内してください。',
    },
    {
      level: 'medium',
      applies: (indicators) => indicators.highRiskAttempts >= 1,
      factor: '危険度の高いログインの試みがありました。',
      recommendation: '危険度の高いログインの記録に、心当たりがあるか確認してください。',
    },
  ],
  [
    {
      level: 'medium',
      applies: (indicators) => indicators.suspiciousNetworks >= 1,
      factor: '短い時間に複数のアカウントへのログインに失敗した接続元があります。',
      recommendation: '疑わしい接続元のログインの記録を確認してください。',
    },
  ],
  [
    {
      level: 'medium',
      applies: (indicators) => indicators.blockedNetworks >= 1,
      factor: 'ログインの失敗が続いたため、ブロックされている接続元があります。',
      recommendation: '利用者の接続元であることを確認できた場合は、ブロックを解除してください。',
    },
  ],
  [
    {
      level: 'medium',
      applies: (indicators) => indicators.lockedAccounts >= 5,
      factor: '多数のアカウントがロックされています。',
      recommendation: 'ロックされたアカウントへの攻撃が続いていないか、ログインの記録を確認してください。',
    },
    {
      level: 'low',
      applies: (indicators) => indicators.lockedAccounts >= 1,
      factor: 'ロックされているアカウントがあります。',
      recommendation: 'ロックは15分で解除されます。続く場合は、利用者にパスワードの再設定を案内してください。',
    },
  ],
  [
    {
      level: 'medium',
      applies: (indicators) => !indicators.isRateLimited,
      factor: '認証メールの送信回数の制限が、標準より緩く設定されています。',
      recommendation: '送信回数の制限の設定を、標準の値に戻してください。',
    },
  ],
  [
    {
      level: 'low',
      applies: (indicators) => indicators.adminsWithoutAuthenticator >= 1,
      factor: '認証アプリを設定していない管理者がいます。',
      recommendation: '二段階認証の設定画面で、認証アプリを設定してください。',
    },
  ],
];

/** The risk factors, most severe first, each with its recommendation. */
export const assessSecurity = (indicators: SecurityIndicators): SecurityDashboard['riskAssessment'] => {
  const rank = (level: RiskLevel): number => RISK_LEVELS.indexOf(level);
  const matching = securityRules
    .flatMap((group) => group.find(({ applies }) => applies(indicators)) ?? [])
    .toSorted((a, b) => rank(b.level) - rank(a.level));
  return {
    overallRiskLevel: matching[0]?.level ?? 'low',
    riskFactors: matching.map(({ factor }) => factor),
    recommendations: matching.map(({ recommendation }) => recommendation),
  };
};
