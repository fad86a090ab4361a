import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { serveDuringTests } from '../testing/serve-during-tests.ts';
import { postJson, requestFile, requestJson, requestNothing } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { isSessionExpired, isUnauthorized, NetworkError, userMessageOf } from './api-error.ts';

const serve = serveDuringTests();
afterEach(() => void jest.restoreAllMocks());

const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('the request succeeded');
    },
    (error) => error,
  );

describe('request', () => {
  test('when only a path is given, it sends a GET without content type (customer 7.1)', async () => {
    const { url, requests } = await serve(() => ({ body: '[1]' }));
    await expect(requestJson(`${url}/api/contests`)).resolves.toEqual([1]);
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/api/contests', body: '' });
    expect(requests[0]?.headers['content-type']).toBeUndefined();
  });

  test.each<[string, (url: string) => Promise<unknown>]>([
    ['something is read', (url) => requestJson(url)],
    ['JSON is sent', (url) => postJson(url, { a: 1 })],
    ['anything else is sent', (url) => requestJson(url, { method: 'PUT', body: 'text' })],
    ['nothing comes back', (url) => requestNothing(url, { method: 'DELETE' })],
  ])('when %s, the request includes credentials (customer 7.1; admin 7.1)', async (_case, request) => {
    const { url, requests } = await serve(() => ({ body: '{}' }));
    // The real request is sent; the browser-only options are read from the arguments of fetch.
    const sent = jest.spyOn(globalThis, 'fetch');
    await request(url);
    expect(requests).toHaveLength(1);
    expect(sent.mock.calls[0]?.[1]?.credentials).toBe('include');
  });

  test('when a JSON body is a falsy value, it is sent as JSON', async () => {
    const { url, requests } = await serve(() => ({ body: '{}' }));
    for (const json of [null, false, 0, '', []]) await postJson(url, json);
    expect(requests.map(({ body }) => body)).toEqual(['null', 'false', '0', '""', '[]']);
    expect(new Set(requests.map(({ headers }) => headers['content-type']))).toEqual(new Set(['application/json']));
  });

  test('when a POST has no body, it has no content type (customer 7.1)', async () => {
    const { url, requests } = await serve(() => ({ status: 204 }));
    await requestNothing(url, { method: 'POST' });
    expect(requests[0]).toMatchObject({ method: 'POST', body: '' });
    expect(requests[0]?.headers['content-type']).toBeUndefined();
  });

  test('when the body is JSON, the content type says so (admin 7.1)', async () => {
    const { url, requests } = await serve(() => ({ body: '{}' }));
    await postJson(`${url}/api/orders`, [{ style: '縦動画' }], { headers: { 'idempotency-key': 'k' } });
    expect(requests[0]).toMatchObject({ method: 'POST', body: '[{"style":"縦動画"}]' });
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k' });
  });

  test('when the body is not JSON, it has its own content type', async () => {
    const { url, requests } = await serve(() => ({ body: '{}' }));
    await requestJson(`${url}/upload`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(requests[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  });

  test('when the response has no content, nothing is parsed', async () => {
    const { url } = await serve(() => ({ status: 204 }));
    await expect(requestNothing(`${url}/api/logout`, { method: 'POST' })).resolves.toBeUndefined();
  });
});

describe('errors', () => {
  test('when the response is an error of the shop, the error has its text, code, fields and retry delay', async () => {
    const body = JSON.stringify({ code: 'ValidationFailed', message: '入力内容に誤りがあります。', fields: { email: '形式が違います' } });
    const { url } = await serve(() => ({ status: 400, body, headers: { 'retry-after': '42' } }));
    const error = await failure(requestJson(url));
    expect(error.message).toBe(`400: ${body}`);
    expect(error).toMatchObject({
      status: 400,
      code: 'ValidationFailed',
      userMessage: '入力内容に誤りがあります。',
      fields: { email: '形式が違います' },
      retryAfterSeconds: 42,
    });
  });

  test('when the body is empty, the message contains the status text (customer 7.3; admin 8.1)', async () => {
    const { url } = await serve(() => ({ status: 502 }));
    const error = await failure(requestJson(url));
    expect(error.message).toBe('502: Bad Gateway');
    expect(error).toMatchObject({ code: null, userMessage: 'サービスに接続できませんでした。しばらくしてからもう一度お試しください。' });
  });

  test('when the body is a proxy’s page, the user sees the text for the status', async () => {
    const { url } = await serve(() => ({ status: 503, body: '<html>down</html>' }));
    const error = await failure(requestJson(url));
    expect(error.message).toBe('503: <html>down</html>');
    expect(error.userMessage).toBe('ただいまサービスを利用できません。しばらくしてからもう一度お試しください。');
  });

  test.each([
    [400, 'x'],
    [401, 'x'],
    [409, 'x'],
    [403, 'この操作を行う権限がありません。'],
    [429, 'アクセスが集中しています。10秒ほど待ってからもう一度お試しください。'],
  ])('when a %i is empty, the user sees %s, where x is the text of the screen', async (status, text) => {
    const { url } = await serve(() => ({ status }));
    expect(userMessageOf(await failure(requestJson(url)), 'x')).toBe(text);
  });

  test.each([
    ['Unauthorized', true],
    ['ProofRequired', false],
    ['CredentialsInvalid', false],
  ])('when a 401 has the code %s, the session counts as expired: %s (admin 8.2)', async (code, expired) => {
    const { url } = await serve(() => ({ status: 401, body: JSON.stringify({ code, message: 'x' }) }));
    const error = await failure(requestJson(url));
    expect(isUnauthorized(error)).toBe(true);
    expect(isSessionExpired(error)).toBe(expired);
  });
});

describe('file download', () => {
  test('when the server sends a file, its content and name are returned unchanged', async () => {
    const { url } = await serve(() => ({
      body: '\u{feff}番号,名前\r\n',
      headers: { 'content-disposition': 'attachment; filename="athletes.csv"' },
    }));
    const { name, content } = await requestFile(url);
    expect(name).toBe('athletes.csv');
    expect(Buffer.from(await content.arrayBuffer()).toString('utf8')).toBe('\u{feff}番号,名前\r\n');
  });

  test('when the request is refused, the error has the server’s text', async () => {
    const { url } = await serve(() => ({ status: 404, body: JSON.stringify({ code: 'NotFound', message: '見つかりません' }) }));
    expect(userMessageOf(await failure(requestFile(url)), 'x')).toBe('見つかりません');
  });
});

describe('no response', () => {
  test('when the server does not respond in time, the error is a timeout', async () => {
    const { url } = await serve(() => null);
    const error = await failure(requestJson(url, { timeoutMs: 50 }));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: 'timeout' });
    expect(userMessageOf(error, 'x')).toBe('サーバーからの応答がありません。通信環境を確認して、もう一度お試しください。');
  });

  test('when nothing listens on the port, the error says that the server is unreachable', async () => {
    const { url, stop } = await serve(() => ({}));
    await stop();
    expect(await failure(requestJson(url))).toMatchObject({ name: 'NetworkError', reason: 'unreachable' });
  });

  test('when a 200 is not JSON, the error says that the server is unreachable', async () => {
    const { url } = await serve(() => ({ body: '<html>hotel wifi</html>' }));
    expect(await failure(requestJson(url))).toMatchObject({ name: 'NetworkError', reason: 'unreachable' });
  });

  test('when the caller aborts, the abort reason is thrown', async () => {
    const { url } = await serve(() => null);
    const controller = new AbortController();
    const error = failure(requestJson(url, { signal: controller.signal }));
    controller.abort();
    expect((await error).name).toBe('AbortError');
  });
});
