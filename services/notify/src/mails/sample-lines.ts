import type { OrderLineDetails } from '@stagereel/contracts';

/** Three realistic videos: with an athlete's name, without one, and with the longest texts that the shop accepts. */
export const sampleLines = (orderNumber: string): OrderLineDetails[] => [
  {
    lineNumber: `${orderNumber}-01`,
    contestName: 'ステージカップ2026 東京大会',
    category: '女子ビキニ フィットネス',
    athleteNumber: '012',
    athleteName: '山田 花子',
    style: '縦動画',
    price: 5000,
  },
  {
    lineNumber: `${orderNumber}-02`,
    contestName: 'ステージカップ2026 東京大会',
    category: '女子ビキニ フィットネス',
    athleteNumber: '12A',
    athleteName: null,
    style: '横動画',
    price: 5000,
  },
  {
    lineNumber: `${orderNumber}-03`,
    contestName: '第38回ステージリール杯 全国フィットネス選手権大会 東日本ブロック予選・オータムカップ2026 決勝',
    category: 'メンズフィジーク オーバー40 176cm超級',
    athleteNumber: '100000000000000000A',
    athleteName: 'Maximilian-Alexander Featherstonehaugh-Cholmondeley',
    style: '横動画',
    price: 3500,
  },
];
