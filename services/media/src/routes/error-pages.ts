import type { ErrorCode } from '@stagereel/contracts';
import { type AppError, isAppError } from '@stagereel/service-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_HEADERS } from './serve-file.ts';

/** What the customer can do. The error's own message gives the reason. */
const customerAdvice: Partial<Record<ErrorCode, string>> = {
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

type Page = { title: string; advice: string; links: readonly { to: string; text: string }[] };

/** Self-contained. */
const renderPage = ({ userMessage }: AppError, { title, advice, links }: Page): string => `<!doctype html>
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
${links.map(({ to, text }) => `<p><a href="${to}">${text}</a></p>`).join('\n')}
</main>
</body>
</html>
`;

const wantsPage = ({ headers }: FastifyRequest): boolean => /text\/html/i.test(headers.accept ?? '');

/** They describe the file and do not apply to the error response. Without cache-control that one is not cached. */
const REMOVED_HEADERS = [...FILE_HEADERS, 'content-disposition'];

/** Returns an HTML page to a browser that navigates, and the usual JSON body to other clients. */
const createErrorHandler =
  (pageFor: (error: AppError) => Page) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    for (const name of REMOVED_HEADERS) reply.removeHeader(name);
    if (!isAppError(error) || !wantsPage(request)) throw error;
    request.log.info({ code: error.code, cause: error.cause }, 'File request refused');
    const page = renderPage(error, pageFor(error));
    return reply.code(error.status).header('x-content-type-options', 'nosniff').type('text/html; charset=utf-8').send(page);
  };

/** The error names the download page only for the browser of the claim, because any other visitor may not be the customer. */
const downloadPageLinks = ({ details: { downloadPage } }: AppError): Page['links'] =>
  typeof downloadPage === 'string' ? [{ to: downloadPage, text: 'ダウンロードページに戻る' }] : [];

export const downloadErrorHandler = createErrorHandler((error) => ({
  title: 'ダウンロードできません',
  advice: customerAdvice[error.code] ?? 'しばらくしてから、ダウンロードページでもう一度お試しください。',
  links: [...downloadPageLinks(error), { to: '/contact', text: 'お問い合わせ' }],
}));

const adminAdvice: Partial<Record<ErrorCode, string>> = {
  Unauthorized: '管理者としてログインしてから、もう一度「動画を見る」を押してください。',
  Forbidden: '管理者としてログインしてから、もう一度「動画を見る」を押してください。',
  NotFound: '保存期間を過ぎた動画は、削除されています。',
};

/** For an admin who watches a finished video. */
export const viewErrorHandler = createErrorHandler(({ code }) => ({
  title: '動画を表示できません',
  advice: adminAdvice[code] ?? 'しばらくしてから、もう一度お試しください。',
  links: [
    code === 'Unauthorized' || code === 'Forbidden'
      ? { to: '/admin-login', text: '管理者ログイン' }
      : { to: '/admin?tab=orders', text: '注文一覧' },
  ],
}));
