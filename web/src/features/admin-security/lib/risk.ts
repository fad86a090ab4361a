import { RISK_SCORE_FROM, type RiskLevel, type SecurityEventType } from '@stagereel/contracts';
import type { StatusTone } from '../../../components/ui/status-badge.tsx';

type Word = { word: string; tone: StatusTone };

/** The tone of a level, which is always shown as text too. */
export const riskWords = {
  low: { word: '低', tone: 'positive' },
  medium: { word: '中', tone: 'waiting' },
  high: { word: '高', tone: 'negative' },
} as const satisfies Record<RiskLevel, Word>;

export const eventWords = {
  successful_login: { word: 'ログイン成功', tone: 'positive' },
  registration: { word: '新規登録', tone: 'neutral' },
  second_step_required: { word: '二段階認証の要求', tone: 'neutral' },
  wrong_password: { word: 'パスワードの誤り', tone: 'due' },
  wrong_code: { word: '認証コードの誤り', tone: 'due' },
  account_locked: { word: 'ロック中の試行', tone: 'negative' },
  address_blocked: { word: 'ブロック中の試行', tone: 'negative' },
} as const satisfies Record<SecurityEventType, Word>;

export const levelOfScore = (score: number): RiskLevel => {
  if (score >= RISK_SCORE_FROM.high) return 'high';
  return score >= RISK_SCORE_FROM.medium ? 'medium' : 'low';
};
