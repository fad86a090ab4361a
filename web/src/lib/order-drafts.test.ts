import { describe, expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memory-store.ts';
import { forgetDraft, readDraft, writeDraft } from './order-drafts.ts';
import { createSavedData, type DraftItem } from './saved-data.ts';

const item = (id: string): DraftItem => ({ id, category: '一般', athleteNumber: '012', videoStyles: ['縦動画'] });

/** Two tabs of one browser. */
const openTabs = () => {
  const store = memoryStore();
  return [createSavedData(() => store), createSavedData(() => store)] as const;
};

describe('order drafts', () => {
  test('when a draft was saved while an item had one style, it reads as an item with this style or none', () => {
    const store = memoryStore();
    const old = { id: 'a', category: '一般', athleteNumber: '012', videoStyle: '縦動画' };
    const items = [old, { ...old, id: 'b', videoStyle: null }];
    store.setItem('stagereel.formData', JSON.stringify({ drafts: [{ contestSlug: '関東オープン', items }] }));
    const tab = createSavedData(() => store);
    expect(readDraft(tab, '関東オープン')).toEqual([item('a'), { ...item('b'), videoStyles: [] }]);
  });

  test('when a draft is written, every tab reads it (customer 3.15)', () => {
    const [first, second] = openTabs();
    writeDraft(first, '関東オープン', [item('a')]);
    expect(readDraft(second, '関東オープン')).toEqual([item('a')]);
    expect(readDraft(second, '別の大会')).toBeNull();
  });

  test('when a second tab writes another contest’s draft, the first draft stays', () => {
    const [first, second] = openTabs();
    writeDraft(first, '関東オープン', [item('a')]);
    writeDraft(second, '別の大会', [item('b')]);
    writeDraft(second, '別の大会', [item('b'), item('c')]);
    expect(readDraft(first, '関東オープン')).toEqual([item('a')]);
    expect(readDraft(first, '別の大会')).toEqual([item('b'), item('c')]);
  });

  test('when the last item is removed, the draft is empty, not missing', () => {
    const [tab] = openTabs();
    writeDraft(tab, '関東オープン', []);
    expect(readDraft(tab, '関東オープン')).toEqual([]);
  });

  test('when an order is paid, only its contest’s draft is deleted (customer 3.15)', () => {
    const [tab] = openTabs();
    writeDraft(tab, '関東オープン', [item('a')]);
    writeDraft(tab, '__proto__', [item('b')]);
    forgetDraft(tab, '関東オープン');
    expect(readDraft(tab, '関東オープン')).toBeNull();
    expect(readDraft(tab, '__proto__')).toEqual([item('b')]);
  });

  test('when there are more than twenty, the oldest is deleted', () => {
    const [tab] = openTabs();
    for (let contest = 0; contest <= 20; contest += 1) writeDraft(tab, `c${contest}`, [item('a')]);
    expect(readDraft(tab, 'c0')).toBeNull();
    expect(readDraft(tab, 'c1')).toEqual([item('a')]);
  });
});
