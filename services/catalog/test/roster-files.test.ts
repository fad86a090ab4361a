import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { csvOf, HEADER, said, startTestRosters, type TestRosters } from './support/rosters.ts';
import { shiftJis } from './support/shift-jis.ts';

let rosters: TestRosters;
beforeAll(async () => {
  rosters = await startTestRosters();
});
afterAll(() => rosters?.catalog.stop());

const UNREADABLE = 'CSVファイルを読み取れませんでした。1行目に見出しのある、UTF-8またはShift_JISのファイルを選んでください。';

describe('letters', () => {
  const names = ['髙橋 ～①', '﨑山 纊', 'ﾔﾏﾀﾞ ﾀﾛｳ', '表\\示 ソ能', 'O’Brien'];
  const file = csvOf(...names.map((name, index) => `${index},${name},男子,販売中,,,`));

  test.each([
    ['UTF-8', Buffer.from(file)],
    ['UTF-8', Buffer.from(`\uFEFF${file}`)],
    ['Shift_JIS', shiftJis(file)],
  ])('when a file is %s, its names are stored letter by letter', async (encoding, bytes) => {
    const { id } = await rosters.contest();
    const applied = await rosters.applied(id, bytes);
    expect([applied.encoding, applied.counts.create]).toEqual([encoding, names.length]);
    expect((await rosters.all(id)).map(({ name }) => name)).toEqual(names);
  });

  test('when letters were broken before, or only their maker can show them, the row is refused', async () => {
    const { id } = await rosters.contest();
    const text = '読み取れない文字（文字化けまたは外字）が含まれています。';
    expect(said(await rosters.preview(id, csvOf('1,山\uFFFD,男子,,,,', '2,山田,男子,,,,')))).toEqual([
      [2, '1', 'refused', text],
      [3, '2', 'create'],
    ]);
    const gaiji = Buffer.concat([shiftJis(`${HEADER}\r\n1,`), Buffer.from([0xf0, 0x40]), shiftJis(',男子,,,,\r\n')]);
    expect(said(await rosters.preview(id, gaiji))).toEqual([[2, '1', 'refused', text]]);
  });

  test('when a character cannot be what a program would run or hide in, it is refused with its row', async () => {
    const { id } = await rosters.contest();
    const preview = await rosters.preview(
      id,
      csvOf('1\u0000,,男子,,,,', '2,山\u0000田,男子,,,,', '3,"a\u2028b",男子,,,,', '4,,"男\t子",,,,'),
    );
    expect(preview.counts).toEqual({ create: 0, update: 0, same: 0, refused: 4 });
  });
});

describe('a file that is no roster', () => {
  test.each([
    ['empty', ''],
    ['only a byte order mark', '\uFEFF'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xd8])],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\u0000[Content_Types].xml')],
    ['UTF-16', Buffer.from(`\uFEFF${csvOf('1,,男子,,,,')}`, 'utf16le')],
    ['EUC-JP', Buffer.from('a5bca5c3a5b1a5f3c8d6b9e62ca5aba5c6a5b4a5ea0a312cc3cbbbd20a', 'hex')],
    ['without headings', '1,山田,男子\n2,鈴木,女子\n'],
    ['half a character', Buffer.concat([Buffer.from(csvOf('1,,男子,,,,')), Buffer.from([0xe3, 0x81])])],
    ['all commas', ','.repeat(600_000)],
  ])('when it is %s, it is refused', async (_what, file) => {
    const { id } = await rosters.contest();
    const answer = await rosters.send(id, file);
    expect([answer.status, answer.body]).toEqual([400, { code: 'RosterUnreadable', message: UNREADABLE }]);
  });

  test.each([
    ['has headings alone', `${HEADER}\r\n,,,,,,\r\n`, 'CSVファイルに選手が1人も入っていません。'],
    ['has no numbers', 'カテゴリ,氏名\n男子,山田\n', 'CSVファイルの1行目に「ゼッケン番号」の見出しがありません。'],
    ['has no categories', 'ゼッケン番号,氏名\n1,山田\n', 'CSVファイルの1行目に「カテゴリ」の見出しがありません。'],
    ['says one thing twice', '番号,カテゴリ,ゼッケン番号\n1,男子,2\n', 'CSVファイルの1行目に、同じ意味の見出しが2つ以上あります。'],
    [
      'has a quote that is not closed',
      csvOf('1,,男子,,,,', '2,"山田,男子,,,,', '3,,男子,,,,'),
      'CSVファイルの3行目で、引用符（"）の対応が正しくありません。',
    ],
    ['has a quote amidst a cell', csvOf('1,山"田,男子,,,,'), 'CSVファイルの2行目で、引用符（"）の対応が正しくありません。'],
    ['goes on after a quote', csvOf('1,"山"田,男子,,,,'), 'CSVファイルの2行目で、引用符（"）の対応が正しくありません。'],
    [
      'has one endless cell',
      `${HEADER}\n1,"${'あ'.repeat(100_000)}`,
      'CSVファイルの2行目が長すぎます。引用符（"）の対応を確認してください。',
    ],
    ['is all quotes', '"'.repeat(600_001), 'CSVファイルの1行目が長すぎます。引用符（"）の対応を確認してください。'],
    [
      'has 5,001 rows',
      csvOf(...Array.from({ length: 5001 }, (_, index) => `${index},,男子,,,,`)),
      '一度に取り込めるのは5,000人までです。ファイルを分けてください。',
    ],
  ])('when it %s, it is refused and what is wrong is said', async (_what, file, message) => {
    const { id } = await rosters.contest();
    const answer = await rosters.send(id, file);
    expect([answer.status, answer.body]).toEqual([400, { code: 'RosterUnreadable', message }]);
  });

  test.each([
    ['10 MB', 'a'.repeat(10_000_000), 413, 'PayloadTooLarge'],
    ['800 kB', 'a'.repeat(800_000), 413, 'PayloadTooLarge'],
    ['725 kB', 'a'.repeat(725_000), 400, 'ValidationFailed'],
  ])('when it has %s, it is refused as too large', async (_what, file, status, code) => {
    const { id } = await rosters.contest();
    const answer = await rosters.send(id, file);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test.each([
    ['no base64', { file: 'あ' }],
    ['no file', {}],
    ['an operator', { file: { $ne: null } }],
    ['a wish in words', { file: 'YQ==', apply: 'yes' }],
  ])('when the call comes with %s, it is refused', async (_what, body) => {
    const { id } = await rosters.contest();
    expect((await rosters.catalog.call('POST', `/api/contests/${id}/athletes/import`, { body })).body.code).toBe('ValidationFailed');
  });

  test('when the contest is unknown, it is a 404', async () => {
    expect((await rosters.send('unknown', csvOf('1,,男子,,,,'))).status).toBe(404);
  });
});

describe('a large roster', () => {
  test('when it has 5,000 rows, all of them are stored', async () => {
    const { id } = await rosters.contest();
    const applied = await rosters.applied(
      id,
      csvOf(...Array.from({ length: 5000 }, (_, index) => `${index},選手 ${index},男子,販売中,,4000,`)),
    );
    expect(applied.counts).toEqual({ create: 5000, update: 0, same: 0, refused: 0 });
    expect(await rosters.all(id)).toHaveLength(5000);
  }, 60_000);
});
