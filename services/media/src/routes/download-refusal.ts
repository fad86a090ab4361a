import type { ErrorCode } from '@stagereel/contracts';
import { type AppError, isAppError } from '@stagereel/service-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_HEADERS } from '../files/file-answer.ts';

/** What to do, beside the error's own text that says why. */
const advice: Partial<Record<ErrorCode, string>> = {
  DownloadClaimedElsewhere:
    '動画は、最初に「ダウンロード」を押した端末の同じブラウザでのみ受け取れます。その端末で、納品メールに記載されたダウンロードページを開いてください。LINEなどのアプリ内で開いていた場合は、同じアプリから開いてください。',
  DownloadTicketExpired:
    '納品メールに記載されたダウンロードページを、最初に「ダウンロード」を押したブラウザで開き、もう一度ボタンを押してください。',
  DownloadEnded: '納品メールに記載されたダウンロードページで、動画の状況をご確認いただけます。',
  DownloadUsedUp: 'ダウンロードを開始してから24時間が過ぎました。動画を保存できていない場合は、お問い合わせください。',
  DownloadBytesSpent:
    'ブラウザのダウンロード一覧に途中で止まったファイルがあれば、「再開」を押すと続きから受け取れる場合があります。受け取れない場合は、注文番号を添えてお問い合わせください。',
  DownloadTooManyParts: '受け取れない場合は、注文番号を添えてお問い合わせください。',
  DownloadVideoGone: '注文番号を添えてお問い合わせください。',
};

type Page = { title: string; advice: string; link: { to: string; text: string } };

/** Complete in itself: nothing is loaded, and no link to the customer's page is told to whoever came by another way. */
const pageOf = ({ userMessage }: AppError, { title, advice, link }: Page): string => `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ステージリール</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 2rem 1.25rem; font: 1rem/1.8 "Noto Sans JP", "Hiragino Sans", sans-serif; }
main { max-width: 36rem; margin: 0 auto; }
h1 { font-size: 1.375rem; line-height: 1.4; }
h1, p { text-wrap: pretty; word-break: auto-phrase; }
a { display: inline-block; min-height: 2.75rem; line-height: 2.75rem; color: inherit; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${userMessage}</p>
<p>${advice}</p>
<p><a href="${link.to}">${link.text}</a></p>
</main>
</body>
</html>
`;

const wantsPage = ({ headers }: FastifyRequest): boolean => /text\/html/i.test(headers.accept ?? '');

/** Said of the file, and not of the refusal that is sent in its place; without a word on keeping it that one is kept by nobody. */
const SAID_OF_THE_FILE = [...FILE_HEADERS, 'content-disposition'];

/** An error handler: a person who navigates reads a page, a program the usual body. */
const refuseBy =
  (pageFor: (code: ErrorCode) => Page) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    for (const name of SAID_OF_THE_FILE) reply.removeHeader(name);
    if (!isAppError(error) || !wantsPage(request)) throw error;
    request.log.info({ code: error.code, cause: error.cause }, 'a file was refused');
    const page = pageOf(error, pageFor(error.code));
    return reply.code(error.status).header('x-content-type-options', 'nosniff').type('text/html; charset=utf-8').send(page);
  };

/** Refuses a download of a customer. */
export const refuseDownload = refuseBy((code) => ({
  title: 'ダウンロードできません',
  advice: advice[code] ?? 'しばらくしてから、ダウンロードページでもう一度お試しください。',
  link: { to: '/contact', text: 'お問い合わせ' },
}));

const adminAdvice: Partial<Record<ErrorCode, string>> = {
  Unauthorized: '管理者としてログインしてから、もう一度「動画を見る」を押してください。',
  Forbidden: '管理者としてログインしてから、もう一度「動画を見る」を押してください。',
  NotFound: '保存期間を過ぎた動画は、削除されています。',
};

/** Refuses an admin's look at a video. */
export const refuseView = refuseBy((code) => ({
  title: '動画を表示できません',
  advice: adminAdvice[code] ?? 'しばらくしてから、もう一度お試しください。',
  link:
    code === 'Unauthorized' || code === 'Forbidden'
      ? { to: '/admin-login', text: '管理者ログイン' }
      : { to: '/admin?tab=orders', text: '注文一覧' },
}));
