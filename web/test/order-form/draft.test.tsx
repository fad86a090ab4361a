import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { athleteField, chooseVideo, openForm, styleField } from './open-order-form.ts';

test('when the page is opened again, then the selection is restored', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'メンズフィジーク', bib: '001', style: '縦動画' });
  await screen.findByText('合計 1本');
  cleanup();

  await openForm();
  expect(await screen.findByText('合計 1本')).toBeVisible();
  expect(await athleteField()).toHaveValue('001');
  expect(await styleField('縦動画')).toBeChecked();
});

test('when another tab changes the selection, then this tab shows the change and does not overwrite it', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'メンズフィジーク', bib: '001', style: '縦動画' });
  await screen.findByText('合計 1本');

  const [draft] = savedData.read('formData')?.drafts ?? [];
  const [item] = draft?.items ?? [];
  if (!draft || !item) throw new Error('The form saved no draft');
  const changed = [
    { ...item, videoStyles: ['横動画' as const] },
    { id: 'from-the-other-tab', category: 'ビキニ', athleteNumber: '002', videoStyles: ['縦動画' as const] },
  ];
  savedData.write('formData', { drafts: [{ ...draft, items: changed }] });
  // jsdom has one tab only, so the event that another tab's change causes is sent here.
  window.dispatchEvent(new StorageEvent('storage', { key: 'stagereel.formData' }));

  expect(await screen.findByText('合計 2本')).toBeVisible();
  expect(await styleField('横動画')).toBeChecked();
  await waitFor(async () => expect(await athleteField(2)).toHaveValue('002'));
  expect(savedData.read('formData')?.drafts[0]?.items).toEqual(changed);
});
