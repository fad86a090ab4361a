import Fastify from 'fastify';

// The peer of a service: a Fastify server without packages, schemas and connections.
const server = Fastify();
server.get('/readyz', async () => ({ status: 'ok' }));
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
