// Asks the service in this container whether it lives; readiness is the gateway's and the operator's question.
const port = process.env.PORT ?? '8080';
const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
