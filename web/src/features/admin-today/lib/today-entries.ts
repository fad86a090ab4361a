import { backOfficeLists, type Contest, formatYen, hasGap, type Today } from '@stagereel/contracts';

/** `alarm`: somebody waits or misses something; `due`: to be done today; `normal`: work as usual; `calm`: nothing to do. */
export type Tone = 'alarm' | 'due' | 'normal' | 'calm';

/** `value` is null while the figure is not known. `search` is the query string of the list in which the entry can be resolved. */
export type TodayEntry = { key: string; label: string; value: string | null; tone: Tone; search: string };

const EMPTY_VIEWS = { pending: 0, handled: 0 };
const both = (views: { pending: number; handled: number } | undefined): number | undefined => views && views.pending + views.handled;

type Count = { key: string; label: string; count: number | undefined; tone: Exclude<Tone, 'calm'>; search: string };
const countEntry = ({ count, tone, ...entry }: Count): TodayEntry => ({
  ...entry,
  value: count === undefined ? null : `${count}件`,
  tone: count ? tone : 'calm',
});

type Known = { today: Today | undefined; contests: readonly Contest[] | undefined; day: string };

/** The entries of the strip, the most urgent first. Without data, they have no figures, but their links work. */
export const todayEntries = ({ today, contests, day }: Known): TodayEntry[] => [
  countEntry({ key: 'late', label: '納期超過', count: today?.late, tone: 'alarm', search: backOfficeLists.late() }),
  countEntry({ key: 'due-today', label: '本日が納期', count: today?.dueToday, tone: 'due', search: backOfficeLists.dueToday() }),
  countEntry({ key: 'open', label: '未対応', count: today?.open, tone: 'normal', search: backOfficeLists.open() }),
  countEntry({
    key: 'failed-mail',
    label: 'メール送信失敗',
    count: both(today?.failedMails),
    tone: 'alarm',
    search: backOfficeLists.failedMails({ failedMails: today?.failedMails ?? EMPTY_VIEWS }),
  }),
  countEntry({
    key: 'task',
    label: '要対応',
    count: both(today?.tasks),
    tone: 'due',
    search: backOfficeLists.tasks({ tasks: today?.tasks ?? EMPTY_VIEWS }),
  }),
  countEntry({
    key: 'unclaimed',
    label: '受け取り待ち',
    count: today?.unclaimed,
    tone: 'normal',
    search: backOfficeLists.unclaimed(),
  }),
  countEntry({
    key: 'no-samples',
    label: 'サンプルなし大会',
    count: contests?.filter(hasGap['no-samples']).length,
    tone: 'normal',
    search: backOfficeLists.contests('no-samples'),
  }),
  countEntry({
    key: 'no-athletes',
    label: '販売選手なし大会',
    count: contests?.filter(hasGap['no-athletes']).length,
    tone: 'normal',
    search: backOfficeLists.contests('no-athletes'),
  }),
  {
    key: 'sales',
    label: '今月の売上',
    value: today ? formatYen(today.sales.total) : null,
    tone: today && today.sales.total > 0 ? 'normal' : 'calm',
    search: backOfficeLists.salesOfMonth(today?.day ?? day),
  },
];
