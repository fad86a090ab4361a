import { z } from 'zod';
import { timeSchema } from './common.ts';
import { textSchema } from './texts.ts';

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export const riskLevelSchema = z.enum(RISK_LEVELS);
export type RiskLevel = z.infer<typeof riskLevelSchema>;

/**
 * The result of a sign-in attempt. `second_step_required`: the password was correct. `account_locked`, `address_blocked`: the password was not
 * checked.
 */
export const SECURITY_EVENT_TYPES = [
  'successful_login',
  'registration',
  'second_step_required',
  'wrong_password',
  'wrong_code',
  'account_locked',
  'address_blocked',
] as const;
export const securityEventTypeSchema = z.enum(SECURITY_EVENT_TYPES);
export type SecurityEventType = z.infer<typeof securityEventTypeSchema>;

/**
 * GET /api/admin/security-dashboard (admin) → {dashboard}. All figures are counted from the stored events of the last 24 hours; `systemHealth` shows
 * the current configuration.
 */
export const securityDashboardSchema = z.object({
  period: z.object({ from: timeSchema, to: timeSchema }),
  timestamp: timeSchema,
  riskAssessment: z.object({ overallRiskLevel: riskLevelSchema, riskFactors: z.array(z.string()), recommendations: z.array(z.string()) }),
  loginSecurity: z.object({
    totalLoginAttempts: z.int(),
    successfulLogins: z.int(),
    failedLogins: z.int(),
    /** Percent, one decimal; null without attempts. */
    successRate: z.number().nullable(),
    highRiskAttempts: z.int(),
    blockedAttempts: z.int(),
    byHour: z.array(z.object({ hour: timeSchema, successful: z.int(), failed: z.int() })),
  }),
  ipSecurity: z.object({
    uniqueIPs: z.int(),
    suspiciousIPs: z.array(z.object({ address: z.string(), failedAccounts: z.int(), failures: z.int() })),
    trustedIPs: z.array(z.object({ address: z.string(), until: timeSchema, email: z.string() })),
    blockedIPs: z.array(z.object({ address: z.string(), until: timeSchema })),
  }),
  userAccounts: z.object({ totalUsers: z.int(), activeUsers: z.int(), lockedAccounts: z.int(), newRegistrations: z.int() }),
  recentEvents: z.array(
    z.object({
      type: securityEventTypeSchema,
      email: z.string(),
      ip: z.string(),
      timestamp: timeSchema,
      /** Refused attempts from one network are counted in one event a minute. */
      count: z.int(),
      riskScore: z.int(),
    }),
  ),
  systemHealth: z.object({
    fraudDetectionActive: z.boolean(),
    rateLimitingActive: z.boolean(),
    twoFactorActive: z.boolean(),
    ipRestrictionActive: z.boolean(),
    accountLockoutActive: z.boolean(),
  }),
});
export type SecurityDashboard = z.infer<typeof securityDashboardSchema>;
export const securityDashboardResponseSchema = z.object({ dashboard: securityDashboardSchema });

/** DELETE /api/admin/blocked-addresses/{address} and /api/admin/trusted-addresses/{address} (admin) → 204 */
export const networkParamsSchema = z.object({ address: textSchema(64).min(2) });
