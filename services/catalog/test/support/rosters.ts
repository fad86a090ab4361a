import type { Athlete, RosterPreview } from '@stagereel/contracts';
import { type Answer, type Caller, startTestCatalog } from './catalog.ts';

type Sent = { apply?: boolean; fingerprint?: string | undefined; as?: Caller };

export const HEADER = 'ゼッケン番号,氏名,カテゴリ,動画の販売状況,写真の販売状況,縦動画価格,横動画価格';
export const csvOf = (...lines: string[]): string => `${[HEADER, ...lines].join('\r\n')}\r\n`;

/** A catalog and what tests do with rosters. */
export const startTestRosters = async () => {
  const catalog = await startTestCatalog();
  const send = (contestId: string, file: string | Uint8Array, { as = 'admin', ...options }: Sent = {}): Promise<Answer> =>
    catalog.call('POST', `/api/contests/${contestId}/athletes/import`, {
      as,
      body: { file: Buffer.from(file).toString('base64'), ...options },
    });
  const preview = async (contestId: string, file: string | Uint8Array): Promise<RosterPreview> => {
    const answer = await send(contestId, file);
    if (answer.status !== 200) throw new Error(`the preview answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    catalog,
    send,
    preview,
    /** Previews and applies. */
    applied: async (contestId: string, file: string | Uint8Array): Promise<RosterPreview> => {
      const { fingerprint } = await preview(contestId, file);
      return (await send(contestId, file, { apply: true, fingerprint })).body;
    },
    exported: (contestId: string, as: Caller = 'admin') => catalog.call('GET', `/api/contests/${contestId}/athletes/export`, { as }),
    /** A contest with the categories 男子 and 女子. */
    contest: async (fields: Record<string, unknown> = {}) => {
      const contest = await catalog.contest(fields);
      await catalog.category(contest.id, '男子');
      await catalog.category(contest.id, '女子');
      return contest;
    },
    all: (contestId: string): Promise<Athlete[]> => catalog.athletes(contestId, { includeDeleted: true }),
  };
};
export type TestRosters = Awaited<ReturnType<typeof startTestRosters>>;

/** Row by row what a preview says: number, action and errors. */
export const said = ({ rows }: RosterPreview) =>
  rows.map(({ row, athleteNumber, action, errors }) => [row, athleteNumber, action, ...errors]);
