import { SALES_STATUSES } from '@stagereel/contracts';

export const FAMILY_NAMES = '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 松本 井上 木村 林 清水 斎藤 阿部'.split(
  ' ',
);
export const GIVEN_NAMES = '翔太 美咲 大輔 陽菜 健 結衣 拓海 葵 蓮 凛 悠斗 七海 隼人 彩花 湊 莉子 颯 真央 樹 遥'.split(' ');
/** Yen; null means the shop's default price. */
const PRICES = [3000, 3500, 4500, 5000, 5500, null];

export const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The list to pick from is empty');
  return item;
};

/** Athletes numbered from 1, spread over the categories, with every sales status and price. The first of each category is on sale. */
export const rosterOf = ({ categories, count }: { categories: readonly string[]; count: number }) =>
  Array.from({ length: count }, (_, index) => {
    const isFirst = index < categories.length;
    return {
      athleteNumber: String(index + 1).padStart(count >= 1000 ? 4 : 3, '0'),
      name: `${pick(FAMILY_NAMES, index * 7 + Math.floor(index / 20))} ${pick(GIVEN_NAMES, index * 3 + Math.floor(index / 20))}`,
      category: pick(categories, index),
      videoStatus: isFirst || index % 5 < 3 ? '販売中' : pick([...SALES_STATUSES.slice(1), '未撮影'], index),
      photoStatus: pick(SALES_STATUSES, index + 1),
      verticalVideoPrice: isFirst ? 5000 : pick(PRICES, index),
      horizontalVideoPrice: isFirst ? 5000 : pick(PRICES, index + 2),
    };
  });
