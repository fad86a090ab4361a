import type { SecurityDashboard } from '@stagereel/contracts';

/** The figures of a quiet day with all protections active, with the given changes. */
export const buildSecurityDashboard = (changes: Partial<SecurityDashboard> = {}): SecurityDashboard => ({
  period: { from: '2026-11-19T09:00:00.000Z', to: '2026-11-20T09:00:00.000Z' },
  timestamp: '2026-11-20T09:00:00.000Z',
  riskAssessment: { overallRiskLevel: 'low', riskFactors: [], recommendations: [] },
  loginSecurity: {
    totalLoginAttempts: 0,
    successfulLogins: 0,
    failedLogins: 0,
    successRate: null,
    highRiskAttempts: 0,
    blockedAttempts: 0,
    byHour: [{ hour: '2026-11-20T08:00:00.000Z', successful: 0, failed: 0 }],
  },
  ipSecurity: { uniqueIPs: 0, suspiciousIPs: [], trustedIPs: [], blockedIPs: [] },
  userAccounts: { totalUsers: 0, activeUsers: 0, lockedAccounts: 0, newRegistrations: 0 },
  recentEvents: [],
  systemHealth: {
    fraudDetectionActive: true,
    rateLimitingActive: true,
    twoFactorActive: true,
    ipRestrictionActive: true,
    accountLockoutActive: true,
  },
  ...changes,
});
