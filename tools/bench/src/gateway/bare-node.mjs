// As bare-fastify.mjs, without Fastify: what Node itself needs at least.
import { createServer } from 'node:http';

process.once('disconnect', () => process.exit(0));
process.once('message', (/** @type {import('./peers.ts').Answer[]} */ answers) => {
  const byPath = new Map(
    answers.map(({ path, headers, bytes }) => {
      const body = Buffer.from(bytes, 'base64');
      return [path, { body, tag: headers.etag, head: { ...headers, 'content-length': body.length } }];
    }),
  );
  const server = createServer((request, response) => {
    const answer = byPath.get(request.url ?? '');
    if (!answer) response.writeHead(404).end();
    else if (answer.tag !== undefined && request.headers['if-none-match'] === answer.tag)
      response.writeHead(304, { etag: answer.tag }).end();
    else response.writeHead(200, answer.head).end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address?.port);
  });
});
