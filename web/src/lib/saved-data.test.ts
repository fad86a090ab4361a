import { describe, expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memory-store.ts';
import { createSavedData, type OrderData } from './saved-data.ts';

const order: OrderData = {
  contestId: 'c1',
  contestSlug: '関東オープン',
  contestName: '関東オープン',
  items: [{ id: 'i1', category: '一般', athleteNumber: '012', athleteName: null, videoStyle: '縦動画', price: 5000 }],
};

describe('saved data', () => {
  test('when data was written, it reads the same (customer 3.15)', () => {
    const data = createSavedData(memoryStore);
    const store = memoryStore();
    const saved = createSavedData(() => store);
    saved.write('orderData', order);
    expect(saved.read('orderData')).toEqual(order);
    expect(data.read('orderData')).toBeNull();
  });

  test.each([
    ['missing', null],
    ['no JSON', '{"contestId":'],
    ['of another shape', '{"contestId":"c1"}'],
    ['without items', JSON.stringify({ ...order, items: [] })],
    ['of a style nobody sells', JSON.stringify({ ...order, items: [{ ...order.items[0], videoStyle: '斜め動画' }] })],
    ['of a price that is no whole yen', JSON.stringify({ ...order, items: [{ ...order.items[0], price: 12.5 }] })],
  ])('when the order is %s, it reads as null (customer 4.6)', (_case, text) => {
    const store = memoryStore();
    if (text !== null) store.setItem('stagereel.orderData', text);
    expect(createSavedData(() => store).read('orderData')).toBeNull();
  });

  test('when names are removed, only they are gone', () => {
    const store = memoryStore();
    const saved = createSavedData(() => store);
    saved.write('orderData', order);
    saved.write('completedOrder', { orderNumber: '12345678', email: 'a@b.jp', name: 'a', accountPending: false });
    saved.remove('orderData', 'formData');
    expect(saved.read('orderData')).toBeNull();
    expect(saved.read('completedOrder')?.orderNumber).toBe('12345678');
  });

  test('when the browser forbids storage, the data lives as long as the page', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const saved = createSavedData(forbidden);
    saved.write('orderData', order);
    expect(saved.read('orderData')).toEqual(order);
    saved.remove('orderData');
    expect(saved.read('orderData')).toBeNull();
  });

  test('when the storage is full, the newest data is read, not the old', () => {
    const store = memoryStore();
    const saved = createSavedData(() => store);
    saved.write('orderData', order);
    store.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const changed = { ...order, contestName: '新しい大会' };
    saved.write('orderData', changed);
    expect(saved.read('orderData')).toEqual(changed);
  });
});
