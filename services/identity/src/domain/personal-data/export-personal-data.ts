import { formatDateTime, PAID_ORDER_YEARS, type PersonalDataSection } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { describeIdentityData } from './identity-data.ts';
import { pseudonymOf } from './pseudonym.ts';
import { requireNoAdmin, requireRequest } from './request-personal-data.ts';

/** A JSON file with Japanese names, for people to read. */
export type PersonalDataFile = { fileName: string; content: Buffer };

const FILE_NAME = '個人情報の開示.json';

/** What the file cannot contain, and why. */
const notes = [
  'パスワードは、元に戻せない形に変換して保存しているため、この一覧にはありません。カード情報は、決済代行会社が管理し、当店は保存していません。',
  'ログインの失敗の記録には、ご本人以外の方の接続元が含まれることがあるため、IPアドレスは、成功したログインにだけ記載しています。',
  `お支払い済みのご注文の記録は、法令に従い${PAID_ORDER_YEARS}年間保存します。`,
  'お問い合わせのメールは、この一覧にはありません。必要な場合は、お問い合わせ窓口にお申し出ください。',
] as const;

/**
 * The file with the data about the address of a mailed link. The link is used up only once everything was collected, so a failure costs nothing.
 * @throws AppError PersonalDataLinkInvalid, also if a concurrent request used the link; PersonalDataLinkExpired; PersonalDataOfAdmin;
 * ServiceUnavailable
 */
export const exportPersonalData = async (deps: IdentityDeps, { token }: { token: string }): Promise<PersonalDataFile> => {
  const { id, email } = await requireRequest(deps, { token, kind: 'export' });
  await requireNoAdmin(deps, email);
  const file = await createFile(deps, email);
  if (!(await deps.personalDataRequests.use({ id, now: deps.now(), events: [] }))) throw new AppError('PersonalDataLinkInvalid');
  return file;
};

/** The same file for an admin, recorded in the audit log. @throws AppError ServiceUnavailable */
export const exportPersonalDataAsAdmin = async (
  deps: IdentityDeps,
  { email, actor }: { email: string; actor: Actor },
): Promise<PersonalDataFile> => {
  const file = await createFile(deps, email);
  const target = { type: 'personal-data', id: pseudonymOf(deps, email), label: email };
  await deps.personalDataRequests.record({
    now: deps.now(),
    events: [adminActedEvent({ actor, action: 'personal-data.exported', target })],
  });
  deps.outbox.trigger();
  return file;
};

const createFile = async (deps: IdentityDeps, email: string): Promise<PersonalDataFile> => {
  const [own, others] = await Promise.all([describeIdentityData(deps, email), deps.collectFromServices(email)]);
  const content = {
    説明: 'StageReel（ステージリール）が、このメールアドレスについて保存している情報の一覧です。',
    メールアドレス: email,
    作成日時: formatDateTime(deps.now().toISOString()),
    保存している情報: bySection([...own, ...others]),
    備考: notes,
  };
  return { fileName: FILE_NAME, content: Buffer.from(JSON.stringify(content, null, 2)) };
};

const bySection = (sections: readonly PersonalDataSection[]): Record<string, unknown> =>
  Object.fromEntries(sections.map(({ title, records }) => [title, records.length > 0 ? records : 'なし']));
