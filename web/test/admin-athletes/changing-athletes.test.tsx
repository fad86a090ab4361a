import { expect, jest, test } from '@jest/globals';
import { errorCatalogue, SALES_STATUSES } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { ATHLETES, bibField, expectToastAndClose, inRow, newAthletes, openAthletes } from './athlete-screen.tsx';

const PRICE_ERROR = '0円から1,000,000円まで、100円単位で入力してください。';
const CHANGE_FIRST = `PATCH ${ATHLETES}/a-1`;

const retype = async ({ user, field, text }: { user: UserEvent; field: HTMLElement; text: string }): Promise<void> => {
  await user.clear(field);
  if (text !== '') await user.type(field, text);
};

test('when a bib number is typed, then it is saved once, half a second after the last key, and the row is highlighted for two seconds (admin 2.29, 2.32, 9.10)', async () => {
  const { user, respond, requests, store } = openAthletes(newAthletes('1', '2'));
  const field = await bibField('1');
  fakeTime();
  const times = { typed: 0, sent: 0 };
  field.addEventListener('input', () => {
    times.typed = Date.now();
  });
  respond(CHANGE_FIRST, () => {
    times.sent = Date.now();
    return json(store.change('a-1', { athleteNumber: '105' }));
  });
  await user.type(field, '05');
  jest.advanceTimersByTime(400);
  expect(await screen.findByText('保存しました', { selector: '[role="status"]' })).toBeInTheDocument();
  expect(times.sent - times.typed).toBeGreaterThanOrEqual(500);
  const row = (await bibField('105')).closest('tr');
  expect(row).toHaveAttribute('data-saved');
  await expectAccessible();
  jest.advanceTimersByTime(1_000);
  await waitFor(() => expect(row).not.toHaveAttribute('data-saved'));
  expect(Date.now() - times.sent).toBeGreaterThanOrEqual(2_000);
  expect(Date.now() - times.sent).toBeLessThan(8_000);
  expect(requests(CHANGE_FIRST).map(({ body }) => body)).toEqual([{ athleteNumber: '105', version: 1 }]);
});

test('when a bib number is blank or taken, then an error is shown, and Escape or the refusal restores the saved number', async () => {
  const { user, respond, requests } = openAthletes(newAthletes('105', '2'));
  const field = await bibField('105');
  await retype({ user, field, text: ' ' });
  await waitFor(() => expect(field).toHaveAccessibleDescription('ゼッケン番号を入力してください。'));
  expect(field).toHaveValue(' ');
  await user.type(field, '{Escape}');
  expect(field).toHaveValue('105');
  expect(field).not.toHaveAccessibleDescription();
  expect(requests(`PATCH ${ATHLETES}/a-105`)).toEqual([]);

  respond(`PATCH ${ATHLETES}/a-105`, () => errorResponse('AthleteNumberTaken'));
  await retype({ user, field, text: '2{Enter}' });
  const text = `選手情報の更新に失敗しました。${errorCatalogue.AthleteNumberTaken.message}`;
  expect(await within(screen.getByRole('table')).findByText(text)).toHaveRole('alert');
  await expectToastAndClose(user, { title: 'エラー', text });
  expect(await bibField('105')).toHaveValue('105');
});

test('when athletes have any of the six stored statuses, then three labels represent them (admin 4.15)', async () => {
  const states = ['未撮影', '撮影完了', '編集中', '確認中', '販売中', '受注停止'] as const;
  openAthletes(states.map((state, index) => buildAthlete(`${index + 1}`, { videoStatus: state, photoStatus: state })));
  await bibField('6');
  const shown = ['確認中', '確認中', '確認中', '確認中', '販売中', '受注停止'];
  for (const [index, label] of shown.entries()) {
    const { video, photo } = inRow(`${index + 1}`);
    expect(video()).toHaveValue(label);
    expect(photo()).toHaveValue(label);
  }
  const options = within(inRow('1').photo()).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['販売中', '確認中', '受注停止']);
  expect(options.map(({ textContent }) => textContent)).toEqual([...SALES_STATUSES]);
  await expectAccessible();
});

test('when a status is chosen, then it is shown before it is stored, and the other status stays (admin 2.29, 4.18)', async () => {
  const { user, respond, requests, store } = openAthletes(newAthletes('1'));
  await bibField('1');
  const saved = { ...store.all()[0], videoStatus: '販売中', version: 2 };
  const { responder, release } = holdBack(() => json(saved));
  respond(CHANGE_FIRST, responder);
  const { video, photo } = inRow('1');
  await user.selectOptions(video(), '販売中');
  await waitFor(() => expect(requests(CHANGE_FIRST)).toHaveLength(1));
  expect(video()).toHaveValue('販売中');
  expect(screen.queryByText('保存しました')).toBeNull();
  release();
  expect(await screen.findByText('保存しました')).toBeInTheDocument();
  expect(photo()).toHaveValue('確認中');

  respond(CHANGE_FIRST, () => json({ ...saved, photoStatus: '受注停止', version: 3 }));
  await user.selectOptions(photo(), '受注停止');
  await waitFor(() => expect(requests(CHANGE_FIRST)).toHaveLength(2));
  expect(requests(CHANGE_FIRST).map(({ body }) => body)).toEqual([
    { videoStatus: '販売中', version: 1 },
    { photoStatus: '受注停止', version: 2 },
  ]);
  expect([video(), photo()].map((field) => (field as HTMLSelectElement).value)).toEqual(['販売中', '受注停止']);
});

test('when a price is typed, then multiples of 100 yen are accepted in every notation, and an empty field means the default price (admin 2.29, 5.8)', async () => {
  const { user, requests } = openAthletes(newAthletes('1'));
  await bibField('1');
  const { vertical, horizontal } = inRow('1');
  expect(vertical()).toHaveValue('5,000');
  for (const text of ['4950', '-100', '1000100', '五千円']) {
    await retype({ user, field: vertical(), text: `${text}{Enter}` });
    await waitFor(() => expect(vertical()).toHaveAccessibleDescription(PRICE_ERROR));
    expect(vertical()).toHaveValue(text);
  }
  await expectAccessible();
  expect(requests(CHANGE_FIRST)).toEqual([]);
  await retype({ user, field: vertical(), text: '￥６，０００{Enter}' });
  await waitFor(() => expect(vertical()).toHaveValue('6,000'));
  await retype({ user, field: horizontal(), text: '' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(requests(CHANGE_FIRST)).toHaveLength(2));
  expect(requests(CHANGE_FIRST).map(({ body }) => body)).toEqual([
    { verticalVideoPrice: 6000, version: 1 },
    { horizontalVideoPrice: null, version: 2 },
  ]);
  expect(horizontal()).toHaveValue('');
  expect(horizontal()).toHaveAttribute('placeholder', '3,500');
});

test('when another admin changed the athlete, then the change is reverted, the stored values are shown, and the change can be repeated', async () => {
  const { user, requests, respond, store } = openAthletes(newAthletes('1'));
  await bibField('1');
  const { category, vertical } = inRow('1');
  store.change('a-1', { verticalVideoPrice: 7000 });
  respond(CHANGE_FIRST, () => errorResponse('AthleteChangedMeanwhile'));
  await user.selectOptions(category(), 'フィジーク');
  const text = `選手のカテゴリ更新に失敗しました。${errorCatalogue.AthleteChangedMeanwhile.message}`;
  expect(await within(screen.getByRole('table')).findByText(text)).toHaveRole('alert');
  await expectToastAndClose(user, { title: 'エラー', text });
  await waitFor(() => expect(vertical()).toHaveValue('7,000'));
  expect(category()).toHaveValue('ビキニ');
  await expectAccessible();

  respond(CHANGE_FIRST, () => json(store.change('a-1', { category: 'フィジーク' })));
  await user.selectOptions(category(), 'フィジーク');
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(category()).toHaveValue('フィジーク');
  expect(requests(CHANGE_FIRST).at(-1)?.body).toEqual({ category: 'フィジーク', version: 2 });
});
