// A server that does nothing but send the bytes it is given: what Fastify costs without the gateway's checks, limits, headers and logs.
import Fastify from 'fastify';

process.once('disconnect', () => process.exit(0));
process.once('message', async (/** @type {import('./gateway.ts').Answer[]} */ answers) => {
  const server = Fastify();
  for (const [index, { headers, bytes }] of answers.entries()) {
    const body = Buffer.from(bytes, 'base64');
    server.get(`/${index}`, (request, reply) => {
      reply.headers(headers);
      if (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) return reply.code(304).send();
      return reply.send(body);
    });
  }
  await server.listen({ host: '127.0.0.1', port: 0 });
  process.send?.(server.addresses()[0]?.port);
});
