import { type Agent, request } from 'node:http';

type Post = { url: URL; agent: Agent; body: Buffer; headers: Record<string, string> };

/** One POST of bytes at hand; rejects unless it is taken. */
export const postBytes = ({ url, agent, body, headers }: Post): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = { ...headers, 'content-length': String(body.length) };
    const posting = request(url, { method: 'POST', agent, headers: sent }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`POST answered ${response.statusCode}`))));
    });
    posting.on('error', reject);
    posting.end(body);
  });
