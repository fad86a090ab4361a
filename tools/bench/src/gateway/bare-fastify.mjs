// A server that does nothing but send the bytes it is given: what Fastify costs without the gateway's checks, limits, headers and logs.
// Its parent process starts it with the answers and receives its port.
import Fastify from 'fastify';

process.once('disconnect', () => process.exit(0));
process.once('message', async (/** @type {import('./peers.ts').Answer[]} */ answers) => {
  const server = Fastify();
  for (const { path, headers, bytes } of answers) {
    const body = Buffer.from(bytes, 'base64');
    server.get(path, (request, reply) => {
      reply.headers(headers);
      if (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) return reply.code(304).send();
      return reply.send(body);
    });
  }
  await server.listen({ host: '127.0.0.1', port: 0 });
  process.send?.(server.addresses()[0]?.port);
});
