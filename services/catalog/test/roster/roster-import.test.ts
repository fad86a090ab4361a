import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { csvOf, HEADER, rowResults, startTestRosters } from '../support/rosters.ts';

const rosters = useService(startTestRosters);

const REPEATED = '同じカテゴリに同じゼッケン番号の行が、このファイルにほかにもあります。';

describe('a preview', () => {
  test('when it is requested, then it shows the action of each row and nothing is stored', async () => {
    const { id } = await rosters.contest();
    const known = { category: '男子', name: '山田', videoStatus: '販売中' };
    await rosters.catalog.athlete(id, { ...known, athleteNumber: '1' });
    await rosters.catalog.athlete(id, { ...known, athleteNumber: '2' });
    const before = await rosters.all(id);
    const file = csvOf('1,山田,男子,販売中,,,', '2,鈴木,男子,,,,', '3,佐藤,男子,,,,', ',,男子,,,,');
    const response = await rosters.send(id, file);
    expect([response.status, response.body]).toEqual([
      200,
      {
        encoding: 'UTF-8',
        fingerprint: expect.stringMatching(/^[\w-]{43}$/),
        isApplied: false,
        ignoredColumns: [],
        counts: { create: 1, update: 1, same: 1, refused: 1 },
        rows: [
          { row: 2, athleteNumber: '1', name: '山田', category: '男子', action: 'same', errors: [] },
          { row: 3, athleteNumber: '2', name: '鈴木', category: '男子', action: 'update', errors: [] },
          { row: 4, athleteNumber: '3', name: '佐藤', category: '男子', action: 'create', errors: [] },
          {
            row: 5,
            athleteNumber: '',
            name: null,
            category: '男子',
            action: 'refused',
            errors: ['ゼッケン番号を入力してください。'],
          },
        ],
      },
    ]);
    expect(await rosters.all(id)).toEqual(before);
  });

  test.each([
    ['in another order with alternative names', 'カテゴリー, 番号 ,名前', '男子,12,山田'],
    ['in English', 'Category,Bib_Number,Name', '男子,12,山田'],
    ['field names', 'category,athleteNumber,name', '男子,12,山田'],
    ['in full-width characters with notes', '※部門,ゼッケンＮｏ,選手名（漢字）', '男子,12,山田'],
  ])('when the headings are %s, then the columns are recognised', async (_how, header, line) => {
    const { id } = await rosters.contest();
    expect((await rosters.preview(id, `${header}\n${line}\n`)).rows).toMatchObject([
      { row: 2, athleteNumber: '12', name: '山田', category: '男子', action: 'create' },
    ]);
  });

  test('when the file has only number and category, then it is accepted; unknown headings are listed', async () => {
    const { id } = await rosters.contest();
    const preview = await rosters.preview(id, '所属,ゼッケン番号,カテゴリ,年齢,\nジム,1,男子,30,\n');
    expect([preview.ignoredColumns, rowResults(preview)]).toEqual([['所属', '年齢'], [[2, '1', 'create']]]);
  });

  test('when numbers and prices have full-width characters, then they are normalised', async () => {
    const { id } = await rosters.contest();
    await rosters.apply(id, csvOf('０１２,,男子,,,５０００,"¥4,500"', '１２Ａ,,男子,,,"５，０００円",0'));
    expect(await rosters.all(id)).toMatchObject([
      { athleteNumber: '012', verticalVideoPrice: 5000, horizontalVideoPrice: 4500 },
      { athleteNumber: '12A', verticalVideoPrice: 5000, horizontalVideoPrice: 0 },
    ]);
  });

  test('when a row has several errors, then all of them are listed and other rows are not affected', async () => {
    const { id } = await rosters.contest();
    const preview = await rosters.preview(
      id,
      csvOf(
        ',,男子,売切,なし,五千,-100',
        `1,${'あ'.repeat(61)},,,,,`,
        '2,,学生,,,,',
        '3,,男子,,,"5,00",1000001',
        '4,,男子,,,,',
        '5,,男子,,,4950,5050',
      ),
    );
    expect(rowResults(preview)).toEqual([
      [
        2,
        '',
        'refused',
        'ゼッケン番号を入力してください。',
        '動画の販売状況には「販売中」「確認中」「受注停止」のいずれかを入力してください。',
        '写真の販売状況には「販売中」「確認中」「受注停止」のいずれかを入力してください。',
        '縦動画価格は0以上1,000,000以下の数字で入力してください。',
        '横動画価格は0以上1,000,000以下の数字で入力してください。',
      ],
      [3, '1', 'refused', '選手名は60文字以内で、改行などを含めずに入力してください。', 'カテゴリ名を入力してください。'],
      [4, '2', 'refused', 'このカテゴリは大会に登録されていません。先にカテゴリを追加するか、ファイルを修正してください。'],
      [
        5,
        '3',
        'refused',
        '縦動画価格は0以上1,000,000以下の数字で入力してください。',
        '横動画価格は0以上1,000,000以下の数字で入力してください。',
      ],
      [6, '4', 'create'],
      [7, '5', 'refused', '縦動画価格は100円単位で入力してください。', '横動画価格は100円単位で入力してください。'],
    ]);
  });

  test('when two rows name the same athlete, then both are refused; 12, 012 and 12A are three athletes', async () => {
    const { id } = await rosters.contest();
    const preview = await rosters.preview(id, csvOf('12,,男子,,,,', '012,,男子,,,,', '12A,,男子,,,,', '12,,女子,,,,', '１２,,男子,,,,'));
    expect(rowResults(preview)).toEqual([
      [2, '12', 'refused', REPEATED],
      [3, '012', 'create'],
      [4, '12A', 'create'],
      [5, '12', 'create'],
      [6, '12', 'refused', REPEATED],
    ]);
  });

  test('when a row names a deleted athlete, then it is refused; if another athlete has its number now, the row updates that one', async () => {
    const { id } = await rosters.contest();
    for (const athleteNumber of ['1', '2']) {
      const athlete = await rosters.catalog.athlete(id, { category: '男子', athleteNumber });
      await rosters.catalog.call('DELETE', `/api/contests/${id}/athletes/${athlete.id}`);
    }
    await rosters.catalog.athlete(id, { category: '男子', athleteNumber: '2' });
    expect(rowResults(await rosters.preview(id, csvOf('1,,男子,,,,', '2,新,男子,,,,')))).toEqual([
      [2, '1', 'refused', 'この選手は削除済みです。復元するか、完全に削除してから取り込んでください。'],
      [3, '2', 'update'],
    ]);
  });

  test('when rows are empty or cells are missing, then rows are numbered as in a spreadsheet', async () => {
    const { id } = await rosters.contest();
    const preview = await rosters.preview(id, `${HEADER}\n\n1,,男子\n,,,,,,\n"2","二\n行",男子\n3,,男子,,,,,\n4,,男子,,,5,000,5000\n`);
    expect(rowResults(preview)).toEqual([
      [3, '1', 'create'],
      [5, '2', 'refused', '使用できない文字が含まれています。'],
      [6, '3', 'create'],
      [
        7,
        '4',
        'refused',
        '横動画価格は0以上1,000,000以下の数字で入力してください。',
        '見出しより項目が多い行です。カンマを含む値は引用符（"）で囲んでください。',
      ],
    ]);
  });
});

describe('applying a preview', () => {
  test('when it is applied, then the previewed changes are stored and one audit event lists them', async () => {
    const { id } = await rosters.contest();
    const old = await rosters.catalog.athlete(id, { category: '男子', athleteNumber: '1', name: '山田', verticalVideoPrice: 3000 });
    const preview = await rosters.apply(id, csvOf('1,鈴木,男子,,,4000,', '2,佐藤,女子,販売中,受注停止,,', '3,,ない,,,,'));
    expect([preview.isApplied, preview.counts]).toEqual([true, { create: 1, update: 1, same: 0, refused: 1 }]);
    expect(await rosters.all(id)).toEqual([
      { ...old, name: '鈴木', verticalVideoPrice: 4000, version: 2 },
      {
        id: expect.any(String),
        contestId: id,
        athleteNumber: '2',
        name: '佐藤',
        category: '女子',
        videoStatus: '販売中',
        photoStatus: '受注停止',
        verticalVideoPrice: 5000,
        horizontalVideoPrice: 5000,
        isDeleted: false,
        version: 1,
      },
    ]);
    const [event] = await rosters.catalog.auditEvents('athletes.imported', id);
    const who = { id: old.id, athlete: '男子 1' };
    expect(event?.data).toMatchObject({
      adminEmail: 'admin@example.jp',
      before: { athletes: [{ ...who, name: '山田', verticalVideoPrice: 3000 }] },
      after: { createdCount: 1, updatedCount: 1, athletes: [{ ...who, name: '鈴木', verticalVideoPrice: 4000 }] },
    });
  });

  test('when cells are empty, then stored values stay and a new athlete gets the defaults', async () => {
    const { id } = await rosters.contest();
    const old = await rosters.catalog.athlete(id, { category: '男子', athleteNumber: '1', name: '山田', verticalVideoPrice: null });
    const preview = await rosters.apply(id, csvOf('1,,男子,,,,', '2,,男子,,,,'));
    expect(preview.counts).toEqual({ create: 1, update: 0, same: 1, refused: 0 });
    expect(await rosters.all(id)).toMatchObject([
      old,
      { name: null, videoStatus: '未撮影', photoStatus: '未撮影', verticalVideoPrice: 5000, horizontalVideoPrice: 5000 },
    ]);
  });

  test('when the same file is applied again, then nothing changes and no audit event is published', async () => {
    const { id } = await rosters.contest();
    const file = csvOf('1,山田,男子,,,,');
    await rosters.apply(id, file);
    const before = await rosters.all(id);
    expect((await rosters.apply(id, file)).counts).toEqual({ create: 0, update: 0, same: 1, refused: 0 });
    expect(await rosters.all(id)).toEqual(before);
    await rosters.apply(id, csvOf('1,鈴木,男子,,,,'));
    const events = await rosters.catalog.auditEvents('athletes.imported', id, 2);
    expect(events.map(({ data }) => (data as { after: unknown }).after)).toMatchObject([
      { createdCount: 1, updatedCount: 0 },
      { createdCount: 0, updatedCount: 1 },
    ]);
  });

  test.each<[string, (contestId: string, athleteId: string) => Promise<unknown>]>([
    [
      'an athlete it updates',
      (id, athlete) => rosters.catalog.call('PATCH', `/api/contests/${id}/athletes/${athlete}`, { body: { name: '別' } }),
    ],
    ['an athlete it creates', (id) => rosters.catalog.athlete(id, { category: '男子', athleteNumber: '2' })],
    ['an athlete it leaves unchanged', (id, athlete) => rosters.catalog.call('DELETE', `/api/contests/${id}/athletes/${athlete}`)],
    ['a category', (id) => rosters.catalog.category(id, '学生')],
  ])('when %s changed after the preview, then it is refused and nothing is stored', async (_what, change) => {
    const { id } = await rosters.contest();
    const athlete = await rosters.catalog.athlete(id, { category: '男子', athleteNumber: '1', name: '山田' });
    const file = csvOf('1,山田,男子,,,,', '2,,男子,,,,', '3,,学生,,,,');
    const { fingerprint } = await rosters.preview(id, file);
    await change(id, athlete.id);
    const before = await rosters.all(id);
    const response = await rosters.send(id, file, { apply: true, fingerprint });
    expect([response.status, response.body]).toEqual([
      409,
      { code: 'RosterChanged', message: '確認後にファイルまたは選手の情報が変わりました。もう一度内容を確認してください。' },
    ]);
    expect(await rosters.all(id)).toEqual(before);
  });

  test('when the file differs, is for another contest or was never previewed, then it is refused', async () => {
    const { id } = await rosters.contest();
    const other = await rosters.contest();
    const file = csvOf('1,,男子,,,,');
    const { fingerprint } = await rosters.preview(id, file);
    for (const response of [
      await rosters.send(id, csvOf('1,山田,男子,,,,'), { apply: true, fingerprint }),
      await rosters.send(other.id, file, { apply: true, fingerprint }),
      await rosters.send(id, file, { apply: true }),
    ]) {
      expect([response.status, response.body.code]).toEqual([409, 'RosterChanged']);
    }
    expect([await rosters.all(id), await rosters.all(other.id)]).toEqual([[], []]);
  });

  test('when an athlete that is not in the file changed after the preview, then it is still applied', async () => {
    const { id } = await rosters.contest();
    const file = csvOf('1,,男子,,,,');
    const { fingerprint } = await rosters.preview(id, file);
    await rosters.catalog.athlete(id, { category: '男子', athleteNumber: '9' });
    expect((await rosters.send(id, file, { apply: true, fingerprint })).status).toBe(200);
  });
});
