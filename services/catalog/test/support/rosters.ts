import type { Athlete, RosterPreview } from '@stagereel/contracts';
import { type Caller, startTestCatalog, type TestResponse } from './catalog.ts';

type SendOptions = { apply?: boolean; fingerprint?: string | undefined; as?: Caller };

export const HEADER = 'ゼッケン番号,選手名,カテゴリ,動画の販売状況,写真の販売状況,縦動画価格,横動画価格';
export const csvOf = (...lines: string[]): string => `${[HEADER, ...lines].join('\r\n')}\r\n`;

/** A catalog and helpers for rosters. */
export const startTestRosters = async () => {
  const catalog = await startTestCatalog();
  const send = (contestId: string, file: string | Uint8Array, { as = 'admin', ...options }: SendOptions = {}): Promise<TestResponse> =>
    catalog.call('POST', `/api/contests/${contestId}/athletes/import`, {
      as,
      body: { file: Buffer.from(file).toString('base64'), ...options },
    });
  const preview = async (contestId: string, file: string | Uint8Array): Promise<RosterPreview> => {
    const response = await send(contestId, file);
    if (response.status !== 200) throw new Error(`The preview returned ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  return {
    catalog,
    stop: catalog.stop,
    send,
    preview,
    /** Previews and then applies the file. */
    apply: async (contestId: string, file: string | Uint8Array): Promise<RosterPreview> => {
      const { fingerprint } = await preview(contestId, file);
      return (await send(contestId, file, { apply: true, fingerprint })).body;
    },
    export: (contestId: string, as: Caller = 'admin') => catalog.call('GET', `/api/contests/${contestId}/athletes/export`, { as }),
    /** Creates a contest with the categories 男子 and 女子. */
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

/** Returns each row of a preview as `[row number, athlete number, action, ...errors]`. */
export const rowResults = ({ rows }: RosterPreview) =>
  rows.map(({ row, athleteNumber, action, errors }) => [row, athleteNumber, action, ...errors]);
