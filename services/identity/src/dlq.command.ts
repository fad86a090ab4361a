import { loadConfig, messagingConfig, namespaceConfig, runDeadLettersProcess } from '@stagereel/service-kit';

// For the container image, which contains no sources: node services/identity/dist/dlq.js --help
void runDeadLettersProcess({
  command: 'node services/identity/dist/dlq.js',
  settings: 'The settings are the environment variables of the service. The dead letters are those of all services.',
  findBroker: (env) => {
    const { RABBITMQ_URL, NAMESPACE } = loadConfig({ ...namespaceConfig, ...messagingConfig }, env);
    return { url: RABBITMQ_URL, namespace: NAMESPACE };
  },
});
