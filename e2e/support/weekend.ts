import { createHash } from 'node:crypto';
import { orderDeliverySubject, VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import { encodeVideo } from './media-files.ts';
import { until } from './poll.ts';
import type { TestStack } from './test-stack.ts';

const PRICE = 1000;
const CATEGORIES = ['ビキニ', 'フィットネス', 'メンズフィジーク'] as const;
const FAMILY_NAMES = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤'];
const GIVEN_NAMES = ['美咲', '健', '葵', '翔太', '結衣', '大輔', '彩', '拓也', '真由', '誠', '遥', '直樹', '恵', '亮', '優'];

type Athlete = { contest: string; category: string; bib: string; family: string; given: string };
export type WeekendVideo = Athlete & { style: VideoStyle; path: string };

export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type NameOf = (athlete: Athlete, direction: { kanji: string; latin: string; english: string }) => string;
/** How several people named their files. Everything is in the name, or the video itself tells its orientation. */
const CLEAR_NAMES: readonly NameOf[] = [
  ({ bib, family, given }, { kanji }) => `${bib}_${family}${given}_${kanji}.mp4`,
  ({ bib }, { kanji }) => `No${bib}_${kanji}.mp4`,
  ({ bib }, { latin }) => `${bib.padStart(3, '0')}_${latin}_完成.mp4`,
  ({ family, given }, { kanji }) => `${family} ${given} ${kanji} (1).MP4`,
  ({ bib }, { english }) => `${bib}番_${english}_20261121.mov`,
  ({ bib, family }, { kanji }) => `#${bib} ${family} ${kanji} v2.mp4`,
  // Without a direction; the second file of an athlete is a copy by its name.
  ({ bib, family, given }, { kanji }) => `ゼッケン${bib} ${family}${given}${kanji === '縦' ? '' : ' - コピー'}.mp4`,
  ({ bib }, { kanji }) => `${kanji}動画_${bib}_final.mp4`,
];
/** A word that nobody knows: a question, the same for all files of that person. */
const nameWithWord: NameOf = ({ bib }, { kanji }) => `タロウ撮影_${bib}_${kanji}.mp4`;
/** Two numbers, and only people know which one is the bib number: one decision tells it for all. */
const nameWithTwoNumbers: NameOf = ({ bib }, { kanji }) => `${(Number(bib) % 5) + 1}-${bib}_${kanji}.mp4`;

const DIRECTIONS: Record<VideoStyle, Parameters<NameOf>[1]> = {
  縦動画: { kanji: '縦', latin: 'tate', english: 'vertical' },
  横動画: { kanji: '横', latin: 'yoko', english: 'horizontal' },
};

/** The finished videos of two contests, both styles of each athlete, in folders by day and contest. `count`: a multiple of 12, at least 24. */
export const planWeekend = (count: number): WeekendVideo[] => {
  const perContest = count / 4;
  return ['第8回 三浦カップ', '第2回 横浜オープン'].flatMap((contest, day) =>
    Array.from({ length: perContest }, (_, index) => {
      const athlete: Athlete = {
        contest,
        category: CATEGORIES[Math.floor((index * CATEGORIES.length) / perContest)] ?? '',
        bib: String(index + 1),
        family: FAMILY_NAMES[index % FAMILY_NAMES.length] ?? '',
        given: GIVEN_NAMES[Math.floor(index / FAMILY_NAMES.length + index + day) % GIVEN_NAMES.length] ?? '',
      };
      return VIDEO_STYLES.map((style): WeekendVideo => {
        const nameOf =
          index % 6 === 4 ? nameWithWord : index % 6 === 5 ? nameWithTwoNumbers : CLEAR_NAMES[(index + 4 * day) % CLEAR_NAMES.length];
        const name = nameOf?.(athlete, DIRECTIONS[style]) ?? '';
        return { ...athlete, style, path: `2026112${day + 1}_${contest.replace(' ', '')}/${athlete.category}/${name}` };
      });
    }).flat(),
  );
};

/** An MP4 box that players skip. It makes the bytes and the length of each file unique: files of one length would be compared first. */
const boxOf = (text: string, length: number): Buffer => {
  const payload = Buffer.from(digest(Buffer.from(text)).padEnd(length, '.'), 'latin1');
  const head = Buffer.alloc(8, 'free', 'latin1');
  head.writeUInt32BE(head.length + payload.length, 0);
  return Buffer.concat([head, payload]);
};

/** Creates playable videos, vertical or horizontal. Returns a function that makes the bytes unique for each `bytesOf` and each length. */
export const videosByStyle = async () => {
  const videos = {
    縦動画: await encodeVideo({ width: 72, height: 128, seconds: 0.4 }),
    横動画: await encodeVideo({ width: 128, height: 72, seconds: 0.4 }),
  };
  return ({ style, bytesOf, length = 64 }: { style: VideoStyle; bytesOf: string; length?: number }): Buffer =>
    Buffer.concat([videos[style], boxOf(bytesOf, length)]);
};

/** The bytes of each path. */
export const encodeWeekend = async (videos: readonly WeekendVideo[]): Promise<ReadonlyMap<string, Buffer>> => {
  const videoFor = await videosByStyle();
  return new Map(videos.map(({ path, style }, index) => [path, videoFor({ style, bytesOf: path, length: 64 + index })]));
};

/** Creates the contests and puts all athletes on sale. Returns the ids of the contests by name. */
const stockContests = async (admin: Admin, videos: readonly WeekendVideo[]): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const name of new Set(videos.map(({ contest }) => contest))) {
    const { id } = await admin.createContest({ name });
    for (const category of CATEGORIES) await admin.createCategory(id, category);
    const entrants = videos.filter(({ contest, style }) => contest === name && style === '縦動画');
    const { failed } = await admin.createAthletes(
      id,
      entrants.map(({ category, bib, family, given }) => ({
        category,
        athleteNumber: bib,
        name: `${family} ${given}`,
        videoStatus: '販売中',
        verticalVideoPrice: PRICE,
        horizontalVideoPrice: PRICE,
      })),
    );
    if (failed.length > 0) throw new Error(`${failed.length} athletes of ${name} were refused`);
    await admin.updateContest(id, { videoPublished: true });
    ids.set(name, id);
  }
  return ids;
};

export type PlacedOrder = { email: string; orderNumber: string; pathOfLine: ReadonlyMap<string, string> };

/** Runs the task for each item, some at the same time. The results are in the order of the items. */
export const inParallel = async <Item, Result>(items: readonly Item[], task: (item: Item, index: number) => Promise<Result>) => {
  const results: Result[] = [];
  const remaining = items.entries();
  const work = async () => {
    for (const [index, item] of remaining) results[index] = await task(item, index);
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return results;
};

/** The videos of one order: three athletes of a club. */
const VIDEOS_PER_ORDER = 6;

/** Creates the contests of the weekend and buys all videos, six an order, each order as a separate guest. */
export const sellWeekend = async (stack: TestStack, { admin, videos }: { admin: Admin; videos: readonly WeekendVideo[] }) => {
  const contestIds = await stockContests(admin, videos);
  const baskets = Array.from({ length: Math.ceil(videos.length / VIDEOS_PER_ORDER) }, (_, index) =>
    videos.slice(index * VIDEOS_PER_ORDER, (index + 1) * VIDEOS_PER_ORDER),
  );
  return inParallel(baskets, async (basket, index): Promise<PlacedOrder> => {
    const email = `weekend-${index}@example.jp`;
    const guest = stack.newCustomer();
    await guest.proveEmail(email);
    const items = basket.map(({ contest, category, bib, style }) => ({
      contestId: contestIds.get(contest) ?? '',
      category,
      athleteNumber: bib,
      videoStyle: style,
    }));
    const { intent, lines } = await guest.buy({ items, amount: items.length * PRICE, customer: { email, name: '試験 太郎' } });
    return {
      email,
      orderNumber: intent.orderNumber,
      pathOfLine: new Map(lines.map(({ id }, at) => [id, basket[at]?.path ?? ''])),
    };
  });
};

/** Downloads every video of a page as its customer does, or as the given one. Returns the SHA-256 of each file by line id. */
export const fetchPage = async (
  stack: TestStack,
  pageId: string,
  customer: ReturnType<TestStack['newCustomer']> = stack.newCustomer(),
): Promise<ReadonlyMap<string, string>> => {
  const { orders } = await customer.downloadPage(pageId);
  const digests = new Map<string, string>();
  for (const { id } of orders) {
    const { url } = await customer.claim(pageId, id);
    const response = await fetch(new URL(url, stack.info.gateway), { headers: { cookie: customer.cookies() } });
    digests.set(id, digest(new Uint8Array(await response.arrayBuffer())));
  }
  return digests;
};

/** Waits for the delivery mail and downloads what its page offers. Returns the SHA-256 of each video by line id. */
export const receiveOrder = async (stack: TestStack, { email, orderNumber }: PlacedOrder): Promise<ReadonlyMap<string, string>> => {
  const pageId = await until({
    what: `the mail of ${orderNumber}`,
    find: async () => {
      const [mail] = (await stack.mailbox.to(email)).filter(({ subject }) => subject === orderDeliverySubject(orderNumber));
      return mail !== undefined && (/\/download\/([\w-]{20,64})/.exec(mail.text)?.[1] ?? false);
    },
    timeoutMs: 60_000,
  });
  return fetchPage(stack, pageId);
};
