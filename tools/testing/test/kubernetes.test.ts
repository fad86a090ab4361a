import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { loadIdentityConfig } from '../../../services/identity/src/config.ts';
import { composeEnv, createSigningKey } from '../../compose-env.mjs';
import { composeFile } from '../compose-file.ts';
import { ROOT, runCommand } from '../run-command.ts';
import { loadConfigs, SCHEMAS } from '../service-configs.ts';

const run = promisify(execFile);
const FOLDER = join(ROOT, 'deploy/kubernetes');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const documentsIn = (name: string): unknown[] =>
  parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8'), { merge: true }).map((each) => each.toJS());

const tree = z.record(z.string(), z.unknown());
const named = z.looseObject({ name: z.string() });
const withKind = z.looseObject({ kind: z.string(), metadata: named });

/** Merges as kustomize does: lists of named things by their names. The base wins, because its name is the only value that patches have too. */
const merge = (base: unknown, patch: unknown): unknown => {
  if (Array.isArray(base) && Array.isArray(patch)) {
    const others = patch.filter((each) => base.every((own) => named.parse(own).name !== named.parse(each).name));
    const merged = base.map((own) => merge(own, patch.find((each) => named.parse(each).name === named.parse(own).name) ?? {}));
    return [...merged, ...others];
  }
  const [own, added] = [tree.safeParse(base), tree.safeParse(patch)];
  if (!own.success || !added.success) return base;
  const both = Object.entries(own.data).map(([key, value]) => [key, key in added.data ? merge(value, added.data[key]) : value]);
  return { ...added.data, ...Object.fromEntries(both) };
};

const kustomization = z
  .object({
    resources: z.array(z.string()),
    patches: z.array(z.object({ target: z.strictObject({ kind: z.string() }), path: z.string().optional(), patch: z.string().optional() })),
  })
  .parse(documentsIn('kustomization.yaml')[0]);
const patchOf = (kind: string): unknown => {
  const { path, patch } = kustomization.patches.find(({ target }) => target.kind === kind) ?? {};
  return path ? documentsIn(path)[0] : parse(patch ?? '{}');
};
const manifests = kustomization.resources
  .flatMap(documentsIn)
  .map((document) => withKind.parse(merge(document, patchOf(withKind.parse(document).kind))));
const ofKind = <Schema extends z.ZodType>(kind: string, schema: Schema): Record<string, z.infer<Schema>> =>
  Object.fromEntries(manifests.filter((each) => each.kind === kind).map((each) => [each.metadata.name, schema.parse(each['spec'])]));

const selector = z.strictObject({ matchLabels: z.strictObject({ app: z.string() }) });
const variable = z.object({
  name: z.string(),
  valueFrom: z.object({ secretKeyRef: z.looseObject({ name: z.string(), key: z.string() }) }),
});
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.object({
  image: z.string(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  env: z.array(variable),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }) }),
});
const deployments = ofKind(
  'Deployment',
  z.object({
    selector,
    template: z.object({
      metadata: z.looseObject({ labels: z.object({ app: z.string() }) }),
      spec: z.looseObject({ terminationGracePeriodSeconds: z.number(), containers: z.tuple([container]) }),
    }),
  }),
);
const networkPolicies = ofKind(
  'NetworkPolicy',
  z.object({
    podSelector: z.union([selector, z.strictObject({})]),
    ingress: z.array(z.object({ from: z.array(tree), ports: z.array(z.looseObject({ port: z.number() })) })).default([]),
    egress: z.array(z.object({ ports: z.array(z.looseObject({ port: z.number() })) })),
  }),
);

const { services } = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        environment: tree.default({}),
        mem_limit: z.string().optional(),
        stop_grace_period: z.string().optional(),
      }),
    ),
  })
  .parse(composeFile);
const SERVICES = Object.keys(services).filter((name) => existsSync(join(ROOT, 'services', name)));

const readEnv = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
const settings = readEnv(readFileSync(join(FOLDER, 'settings.env'), 'utf8'));
/** The variables that the images of all services set. */
const [, imageVariables = ''] = /^ENV (HOST=.*)$/m.exec(read('Dockerfile')) ?? [];
const imageEnv = readEnv(imageVariables.replaceAll(' ', '\n'));
const containerOf = (service: string): z.infer<typeof container> => {
  const deployment = deployments[service];
  if (!deployment) throw new Error(`${service} has no Deployment`);
  return deployment.template.spec.containers[0];
};

const secrets: Record<string, string> = {
  ...readEnv(composeEnv({ signingKey: createSigningKey() }).replaceAll("'", '')),
  ...{ ADMIN_PASSWORD: 'A-long-password-1', SMTP_URL: 'smtps://user:password@mail.example.jp' },
  ...{ STRIPE_SECRET_KEY: 'sk_live_12345678', STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' },
  ...{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
};
const addresses: Record<string, string> = {
  MONGODB_URL: 'mongodb://user:password@mongodb.example.jp/?replicaSet=rs0',
  REDIS_URL: 'rediss://user:password@redis.example.jp:6379',
  RABBITMQ_URL: 'amqps://user:password@rabbitmq.example.jp',
};
/** The environment of a container with the variables of its image. */
const environmentOf = (service: string): Record<string, string> => {
  // The keys of servers' addresses name the service, as each has its own user.
  const valueOfKey = (key: string): string => secrets[key] ?? addresses[key.replace(`_${service.toUpperCase()}`, '')] ?? '';
  const own = containerOf(service).env.map(({ name, valueFrom }) => [name, valueOfKey(valueFrom.secretKeyRef.key)]);
  return { ...imageEnv, ...settings, ...Object.fromEntries(own) };
};
const configs = (): Record<string, Record<string, unknown>> => loadConfigs(environmentOf);

test('when a service starts, then it accepts its environment, which has every variable of docker-compose.yml that it reads', () => {
  expect(Object.keys(deployments).sort()).toEqual([...SERVICES].sort());
  // They throw if a service refuses its environment.
  configs();
  for (const [service, schema] of Object.entries(SCHEMAS)) {
    const present = Object.keys(environmentOf(service));
    // Compose gives all services one file of settings, and each reads those that it knows.
    const isRead = (name: string): boolean => name in schema || /^(OTEL|NODE)_/.test(name);
    const wanted = Object.keys(services[service]?.environment ?? {}).filter(isRead);
    const missing = wanted.filter((name) => !present.includes(name));
    // The gateway has no folder of stored files, because hosts share none.
    expect({ service, missing }).toEqual({ service, missing: service === 'gateway' ? ['MEDIA_DIR'] : [] });
  }
});

test('when a service connects to a server, then it has the address with its own user, and no address of a server that it does not need', () => {
  for (const [service, config] of Object.entries(configs())) {
    const references = containerOf(service).env.flatMap(({ name, valueFrom }) =>
      /^(MONGODB|REDIS|RABBITMQ)_URL$/.test(name) ? [[name, valueFrom.secretKeyRef.key]] : [],
    );
    const needed = ['MONGODB_URL', 'REDIS_URL', 'RABBITMQ_URL'].filter((name) => name in config);
    expect(references).toEqual(needed.map((name) => [name, `${name}_${service.toUpperCase()}`]));
  }
});

test('when a container runs, then its image, ports, probes and limits are those of the Dockerfile and docker-compose.yml', () => {
  const [, livePath = ''] = /'GET (\/\w+) HTTP/.exec(read('docker/healthcheck.sh')) ?? [];
  for (const service of SERVICES) {
    const { image, ports, startupProbe, livenessProbe, readinessProbe, resources } = containerOf(service);
    expect(services[service]?.image).toContain(`}${image}:`);
    expect(ports).toEqual([
      { name: 'http', containerPort: Number(imageEnv['PORT']) },
      { name: 'metrics', containerPort: Number(imageEnv['METRICS_PORT']) },
    ]);
    expect(startupProbe.httpGet).toEqual({ path: livePath, port: 'http' });
    expect(livenessProbe.httpGet).toEqual(startupProbe.httpGet);
    expect(readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
    const limit = resources.limits.memory.replace('Gi', 'g').replace('Mi', 'm');
    expect(limit).toBe(services[service]?.mem_limit);
  }
});

test('when a pod stops, then it has the time of docker-compose.yml after the pause before SIGTERM', () => {
  for (const service of SERVICES) {
    const [, pause = ''] = containerOf(service).lifecycle.preStop.exec.command;
    const seconds = deployments[service]?.template.spec.terminationGracePeriodSeconds ?? 0;
    expect(`${seconds - Number(pause)}s`).toBe(services[service]?.stop_grace_period);
  }
});

test('when a service is deployed, then it has a Service, a disruption budget, an autoscaler and a network policy of its own', () => {
  const clusterIps = ofKind('Service', z.object({ clusterIP: z.string().optional(), selector: tree, ports: z.array(tree) }));
  const budgets = ofKind('PodDisruptionBudget', z.looseObject({ selector }));
  const scalers = ofKind('HorizontalPodAutoscaler', z.looseObject({ scaleTargetRef: named, minReplicas: z.number() }));
  for (const service of SERVICES) {
    const own = { matchLabels: { app: service } };
    const url = settings[`${service.toUpperCase()}_URL`];
    expect(deployments[service]).toMatchObject({ selector: own, template: { metadata: { labels: { app: service } } } });
    expect(budgets[service]).toMatchObject({ selector: own, maxUnavailable: 1 });
    expect(scalers[service]).toMatchObject({ scaleTargetRef: { kind: 'Deployment', name: service }, minReplicas: 2 });
    expect(networkPolicies[service]).toMatchObject({ podSelector: own });
    expect(clusterIps[service]).toMatchObject({ selector: { app: service }, ports: [{ name: 'http', port: 8080 }] });
    // The services resolve the addresses of all replicas. Nothing in the shop calls the gateway, and some ingress controllers need its address.
    expect({ url, clusterIp: clusterIps[service]?.clusterIP }).toEqual(
      service === 'gateway' ? { url: undefined, clusterIp: undefined } : { url: `http://${service}:8080`, clusterIp: 'None' },
    );
  }
});

test('when a service connects, then network policies allow what its settings name and nothing else', () => {
  const servers = {
    MONGODB_URL: [27017],
    REDIS_URL: [6379, 26379],
    RABBITMQ_URL: [5671, 5672],
    STRIPE_SECRET_KEY: [443],
    S3_BUCKET: [443],
    SMTP_URL: [465, 587],
  };
  const all = configs();
  for (const [service, config] of Object.entries(all)) {
    const { ingress = [], egress = [] } = networkPolicies[service] ?? {};
    const ports = egress.flatMap((rule) => rule.ports.map(({ port }) => port));
    expect({ service, ports }).toEqual({ service, ports: Object.entries(servers).flatMap(([name, open]) => (name in config ? open : [])) });
    const callers = Object.keys(all).filter((name) => `${service.toUpperCase()}_URL` in (all[name] ?? {}));
    const from =
      service === 'gateway'
        ? { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }
        : { podSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: callers }] } };
    expect(ingress).toEqual([{ from: [from], ports: [{ port: 8080 }] }]);
  }
  // The job of docs/operating.md uses the servers of orders and media.
  expect(networkPolicies['backup']).toEqual({ ...networkPolicies['orders'], podSelector: { matchLabels: { app: 'backup' } }, ingress: [] });
  const [metrics] = networkPolicies['every-service']?.ingress ?? [];
  expect(networkPolicies['every-service']?.podSelector).toEqual({});
  expect(metrics?.ports).toEqual([{ port: Number(imageEnv['METRICS_PORT']) }]);
});

test('when an operator follows docs/operating.md, then the Secret has exactly the keys that the Deployments refer to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-'));
  try {
    const commands = read('docs/operating.md').match(/^.* >>? \.\.\/shop\/secrets\.env$/gm) ?? [];
    await run('sh', ['-c', commands.join('\n').replaceAll('../shop', folder)], { cwd: ROOT });
    const written = readEnv(await readFile(join(folder, 'secrets.env'), 'utf8'));
    const references = SERVICES.flatMap((service) => containerOf(service).env.map(({ valueFrom }) => valueFrom.secretKeyRef));
    expect(Object.keys(written).sort()).toEqual([...new Set(references.map(({ key }) => key))].sort());
    expect([...new Set(references.map(({ name }) => name))]).toEqual(['stagereel']);
    const { INTERNAL_TOKEN_IDENTITY: INTERNAL_TOKEN, INTERNAL_CALLERS, CODE_SECRET, SESSION_SIGNING_KEY, ADMIN_PASSWORD } = written;
    const generated = { INTERNAL_TOKEN, INTERNAL_CALLERS, CODE_SECRET, SESSION_SIGNING_KEY, ADMIN_PASSWORD };
    expect(() => loadIdentityConfig({ ...environmentOf('identity'), ...generated })).not.toThrow();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const VERSION = '1.37.0';
const ENVIRONMENT = join(ROOT, '.cache', `kubernetes-validate-${VERSION}`);
const VALIDATE = join(ENVIRONMENT, 'bin', 'kubernetes-validate');

/** Installs it once. Returns why it cannot be installed. */
const installValidate = async (): Promise<string | undefined> => {
  if (existsSync(VALIDATE)) return undefined;
  try {
    await run('python3', ['-m', 'venv', '--clear', ENVIRONMENT]);
    const pip = [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--retries',
      '0',
      '--timeout',
      '5',
      `kubernetes-validate==${VERSION}`,
    ];
    await run(join(ENVIRONMENT, 'bin', 'pip'), pip);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
};
const obstacle = await installValidate();

(obstacle ? test.skip : test)(
  `when Kubernetes reads the manifests, then they fit its schemas${obstacle ? ` (skipped without kubernetes-validate: ${obstacle})` : ''}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kubernetes-'));
    try {
      const file = join(folder, 'manifests.yaml');
      const all = [...manifests, ...documentsIn('ingress.example.yaml')];
      await writeFile(file, all.map((each) => JSON.stringify(each)).join('\n---\n'));
      const { status, output } = await runCommand({ program: VALIDATE, args: ['--strict', file] });
      expect(output.split('\n').filter((line) => line !== '' && !line.includes(' passed '))).toEqual([]);
      expect({ status, passed: output.match(/ passed /g)?.length }).toEqual({ status: 0, passed: all.length });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
