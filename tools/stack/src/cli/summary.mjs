import { relative } from 'node:path';

/**
 * How long each step took, in order of their starts. Steps that ran side by side overlap.
 * @param {import('../stopwatch.mjs').Lap[]} laps
 */
export function timeTable(laps) {
  const rows = [...laps]
    .sort((a, b) => a.startedAtMs - b.startedAtMs)
    .map(({ name, startedAtMs, ms }) => `  ${name.padEnd(22)}${seconds(startedAtMs)}${seconds(ms)}`);
  return ['', `  ${'Where the time went'.padEnd(22)}${'from (s)'.padStart(10)}${'took (s)'.padStart(10)}`, ...rows].join('\n');
}

/** @param {number} ms */
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(10);

/**
 * The addresses and the logins, in Japanese for shop staff and in English for developers.
 * @param {{
 *   info: import('../stack-info.ts').StackInfo, dir: string, customer: { email: string, password: string }, isDev: boolean,
 * }} input
 */
export function addresses({ info, dir, customer, isDev }) {
  const { gateway, mailbox, stripe, admin } = info;
  const rows = [
    ['ショップ / shop', gateway],
    ['  デモ会員 / demo customer', `${customer.email}  ${customer.password}`],
    ['管理画面 / back office', `${gateway}/admin-login`],
    ['  メール / e-mail', admin.email],
    ['  パスワード / password', admin.password],
    ['  認証コード / sign-in code', 'arrives in the mailbox'],
    ['メールボックス / mailbox', mailbox],
    ['カード決済 / card simulator', stripe],
    ['  テストカード / test card', '4242 4242 4242 4242'],
    ['API', `${gateway}/api/docs`],
    ['データ・ログ / data, logs', relative(process.cwd(), dir) || dir],
  ];
  const lines = rows.map(([label = '', value]) => `  ${padToWidth(label)}${value}`);
  const watching = isDev ? ['  Services restart and pages reload when their sources change.'] : [];
  return ['', '  StageReel is ready.（準備ができました）', '', ...lines, '', ...watching, '  Ctrl-C stops everything.', ''].join('\n');
}

const LABEL_WIDTH = 32;

/**
 * Pads by columns of the terminal, in which a Japanese character takes two.
 * @param {string} text
 */
function padToWidth(text) {
  const width = [...text].reduce((sum, character) => sum + (/[\u3000-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1), 0);
  return text + ' '.repeat(Math.max(1, LABEL_WIDTH - width));
}
