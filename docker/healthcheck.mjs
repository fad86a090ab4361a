// Checks the liveness of the service in this container. Readiness is for the gateway and the operator.
const port = process.env.PORT ?? '8080';
const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
