import { adminActionText, CODE_PURPOSES, type CodePurpose, formatDateTime, type PersonalDataSection } from '@stagereel/contracts';
import { mentionsAddress } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { invitationId } from '../invitation/invitation.ts';
import type { Applicant } from '../registration/pending-registration.ts';
import type { SignInEvent, SignInOutcome } from '../sign-in/sign-in-event.ts';

const timeText = (time: Date | null): string | null => time && formatDateTime(time.toISOString());

const purposes: Readonly<Record<CodePurpose, string>> = {
  order: 'ご注文',
  registration: '会員登録',
  'sign-in': 'ログイン',
  'admin-sign-in': '管理画面へのログイン',
  'password-change': 'パスワードの変更',
  'password-reset': 'パスワードの再設定',
};
const outcomes: Readonly<Record<SignInOutcome, string>> = {
  succeeded: '成功',
  challenged: 'パスワードが一致（認証コード待ち）',
  'wrong-password': 'パスワードの誤り',
  'wrong-code': '認証コードの誤り',
  locked: 'アカウントのロック中',
  blocked: '接続元のブロック中',
};
const entryPoints = { admin: '管理画面', customer: '会員ログイン', registration: '会員登録' } as const;

/** What identity stores about an address. Somebody else may have failed to sign in with it, so failures are listed without their network. */
export const describeIdentityData = async (deps: IdentityDeps, email: string): Promise<PersonalDataSection[]> => [
  { title: '会員アカウント', records: await accountOf(deps, email) },
  { title: '会員登録のお申し込み', records: await applicationsOf(deps, email) },
  { title: '送信済みの認証コード', records: await codesOf(deps, email) },
  { title: 'ログインの記録', records: (await deps.signIns.listByEmail(email)).map(signInRecord) },
  { title: '個人情報の開示・消去のお申し込み', records: await requestsOf(deps, email) },
  { title: '管理者に関する情報', records: await adminRecordsOf(deps, email) },
  { title: '管理者の操作の記録', records: await auditRecordsOf(deps, email) },
];

const accountOf = async ({ users }: IdentityDeps, email: string) => {
  const user = await users.findByEmail(email);
  if (!user) return [];
  return [
    {
      メールアドレス: user.email,
      お名前: user.name,
      登録日時: timeText(user.createdAt),
      最終ログイン日時: timeText(user.lastLoginAt),
      メールアドレスの認証: user.emailProven ? '済み' : '未',
      認証アプリの設定日時: timeText(user.twoFactor?.enabledAt ?? null),
      種別: user.isAdmin ? '管理者' : '会員',
    },
  ];
};

const applicationsOf = async ({ pendingRegistrations, wantedAccounts }: IdentityDeps, email: string) => {
  const describe = (how: string) => (applicant: Applicant) => ({ 方法: how, メールアドレス: applicant.email, お名前: applicant.name });
  const [pending, wanted] = await Promise.all([pendingRegistrations.listByEmail(email), wantedAccounts.listByEmail(email)]);
  return [...pending.map(describe('会員登録')), ...wanted.map(describe('ご注文と同時の会員登録'))];
};

/** The codes themselves are stored as hashes only. */
const codesOf = async ({ codes }: IdentityDeps, email: string) => {
  const found = await Promise.all(
    CODE_PURPOSES.map(async (purpose) => ({ purpose, code: await codes.find({ key: { purpose, email }, isKnownDevice: false }) })),
  );
  return found.flatMap(({ purpose, code }) => (code ? [{ 用途: purposes[purpose], 有効期限: timeText(code.expiresAt) }] : []));
};

const signInRecord = ({ at, entryPoint, outcome, ip }: SignInEvent) => ({
  日時: timeText(at),
  場所: entryPoints[entryPoint],
  結果: outcomes[outcome],
  ...(outcome === 'succeeded' && { IPアドレス: ip }),
});

const requestsOf = async ({ personalDataRequests }: IdentityDeps, email: string) =>
  (await personalDataRequests.listByEmail(email)).map(({ kind, expiresAt }) => ({
    種別: kind === 'export' ? '開示' : '消去',
    リンクの有効期限: timeText(expiresAt),
  }));

const adminRecordsOf = async ({ adminInvitations, trustedNetworks, now }: IdentityDeps, email: string) => {
  const [invitation, networks] = await Promise.all([adminInvitations.find(invitationId(email)), trustedNetworks.list(now())]);
  return [
    ...(invitation ? [{ 種別: '管理者への招待', 送信日時: timeText(invitation.sentAt), 有効期限: timeText(invitation.expiresAt) }] : []),
    ...networks
      .filter((network) => network.email === email)
      .map(({ network, until }) => ({ 種別: '信頼済みの接続元', 接続元: network, 期限: timeText(until) })),
  ];
};

const auditRecordsOf = async ({ auditLog }: IdentityDeps, email: string) =>
  (await auditLog.findMentioning(email)).map(({ occurredAt, action, target, adminEmail }) => ({
    日時: timeText(occurredAt),
    操作: adminActionText(action),
    // What an admin did concerns other people, whose addresses may be in the label.
    ...(mentionsAddress(target, email) && { 対象: target.label }),
    立場: adminEmail === email ? '操作した管理者' : '操作の対象',
  }));
