import type { BulkKind } from '../../../api/admin-athlete-bulk.ts';

type Words = {
  button: string;
  failed: string;
  /** When the request succeeded and changed no athlete. */
  noneReached: string;
  noTarget: string;
  running: string;
  /** Follows 「N人を」. */
  done: string;
  /** Follows 「N人は」. */
  notDone: string;
  toast: string;
  note: string;
};

const change = {
  noTarget: '変更対象の選手がいません。',
  running: '変更しています',
  done: '変更しました。',
  notDone: '変更できませんでした。',
  toast: '変更しました',
  note: '',
} as const;

export const bulkWords = {
  price: {
    ...change,
    button: '一括価格変更',
    failed: '一括価格変更に失敗しました。',
    noneReached: '一括価格変更に失敗しました。',
  },
  category: {
    ...change,
    button: '一括カテゴリ変更',
    failed: '一括カテゴリ変更に失敗しました。',
    noneReached: '一括カテゴリ変更に失敗しました。',
  },
  status: {
    ...change,
    button: '一括ステータス変更',
    failed: '一括ステータス変更に失敗しました。',
    noneReached: '一括ステータス変更に失敗しました。',
  },
  delete: {
    button: '一括削除',
    failed: '一括削除に失敗しました。',
    noneReached: '一括削除に失敗しました。',
    noTarget: '削除対象の選手がいません。',
    running: '削除しています',
    done: '削除しました。',
    notDone: '削除できませんでした。',
    toast: '削除しました',
    note: '「削除済みの選手も表示」から元に戻せます。',
  },
  restore: {
    button: '一括復元',
    failed: '一括復元に失敗しました。',
    noneReached: '一括復元に失敗しました。',
    noTarget: '復元対象の選手がいません。',
    running: '復元しています',
    done: '復元しました。',
    notDone: '復元できませんでした。',
    toast: '復元しました',
    note: '',
  },
  purge: {
    button: '一括完全削除',
    failed: '選手の完全削除に失敗しました。',
    noneReached: '選手の削除に失敗しました。',
    noTarget: '削除対象の選手がいません。',
    running: '完全に削除しています',
    done: '完全に削除しました。',
    notDone: '完全に削除できませんでした。',
    toast: '完全に削除しました',
    note: '',
  },
} as const satisfies Record<BulkKind, Words>;

/** Possible reasons why the server did not change all athletes. */
const CLASH = '同じカテゴリに同じゼッケン番号の選手がいるか、ほかの画面で変更された可能性があります。';
const hints: Partial<Record<BulkKind, string>> = {
  category: CLASH,
  restore: `${CLASH}カテゴリが削除された選手は、一覧で別のカテゴリを選ぶと復元できます。`,
};

const people = (count: number): string => `${count.toLocaleString('ja-JP')}人`;

/** `total`: the targets; `left`: those not changed; `error`: the error text, or null. */
export type Reach = { kind: BulkKind; total: number; left: number; error: string | null; isStopped: boolean };
export type BulkMessage = { tone: 'success' | 'info' | 'error'; messages: string[] };

/** The message after a bulk action. */
export const bulkMessageOf = ({ kind, total, left, error, isStopped }: Reach): BulkMessage => {
  const { failed, noneReached, done, notDone } = bulkWords[kind];
  const reached = total - left;
  const count = `${people(total)}のうち${people(reached)}を${done}`;
  if (left === 0) return { tone: 'success', messages: [`${people(total)}の選手を${done}`] };
  if (error !== null) {
    const share = reached > 0 ? [`${count}${people(left)}は${notDone}`] : [];
    return { tone: 'error', messages: [failed, ...share, ...(error === '' ? [] : [error])] };
  }
  if (isStopped) return { tone: 'info', messages: [`中止しました。${count}残りの${people(left)}は選択されたままです。`] };
  const hint = hints[kind] === undefined ? [] : [hints[kind]];
  if (reached === 0) return { tone: 'error', messages: [noneReached, ...hint] };
  return { tone: 'error', messages: [`${count}${people(left)}は${notDone}`, ...hint] };
};
