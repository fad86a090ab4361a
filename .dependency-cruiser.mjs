const service = '^services/([^/]+)/';
const vendorSdks = [
  'stripe',
  'nodemailer',
  '@node-rs/argon2',
  'otplib',
  '@zxcvbn-ts',
  'react-email',
  'rate-limiter-flexible',
  'cockatiel',
  'sharp',
  'file-type',
  '@aws-sdk',
];
const modules = (names) => `node_modules/(${names.join('|')})(/|$)`;

/** The layers, as rules. Each forbids one arrow; what is not forbidden is allowed. */
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means two files are one idea, or one idea is in the wrong file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'Every import must resolve to something installed or written here.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'service-imports-no-other-service',
      comment: 'Services talk over HTTP and events only.',
      severity: 'error',
      from: { path: service },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'contracts-are-the-ground',
      comment: 'contracts ← service-kit ← services.',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: '^(packages/service-kit|services|web|tools|e2e)/' },
    },
    {
      name: 'kit-knows-no-service',
      severity: 'error',
      from: { path: '^packages/service-kit/' },
      to: { path: '^(services|web|e2e)/' },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(packages/service-kit|services|tools)/' },
    },
    {
      name: 'features-do-not-import-each-other',
      comment: 'shared → features → app.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'shared-web-code-knows-no-feature',
      severity: 'error',
      from: { path: '^web/src/(api|components|lib|config)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-lib-and-api-know-no-component',
      comment: 'lib ← api ← components ← features ← app.',
      severity: 'error',
      from: { path: '^web/src/(api|lib|config)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/components/' },
    },
    {
      name: 'web-lib-knows-no-resource',
      comment: 'api holds one module per resource of the server; lib is what those modules are built from.',
      severity: 'error',
      from: { path: '^web/src/(lib|config)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/api/' },
    },
    {
      name: 'features-do-not-import-the-app',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'routes-and-consumers-know-no-model',
      comment: 'They speak to the domain; app.ts wires the repositories.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/(routes|consumers)/' },
      to: { path: '^services/[^/]+/src/models/' },
    },
    {
      name: 'routes-and-consumers-know-no-adapter',
      comment: 'app.ts makes them and passes them on; route-deps.ts alone names them, by their types.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/(routes|consumers)/', pathNot: '/routes/route-deps\\.ts$' },
      to: { path: '^services/[^/]+/src/adapters/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'A use case takes (deps, input).',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: '\\.test\\.ts$' },
      to: { path: modules(['fastify', '@fastify', 'mongoose', 'amqplib', 'ioredis', ...vendorSdks]) },
    },
    {
      name: 'domain-knows-no-outer-layer',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/[^/]+/src/(routes|consumers|models|adapters)/' },
    },
    {
      name: 'only-models-import-mongoose',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: '^services/[^/]+/src/models/' },
      to: { path: modules(['mongoose']) },
    },
    {
      name: 'only-adapters-import-vendor-sdks',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: '^services/[^/]+/src/(adapters|templates)/' },
      to: { path: modules(vendorSdks) },
    },
    {
      name: 'only-messaging-imports-amqplib',
      severity: 'error',
      from: { path: '^(services|web|packages)/', pathNot: '^packages/service-kit/(src/(messaging|testing)|test)/' },
      to: { path: modules(['amqplib']) },
    },
    {
      name: 'gateway-holds-no-domain',
      severity: 'error',
      from: { path: '^services/gateway/src/' },
      to: { path: '^services/gateway/src/(domain|models)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.tsc|\\.cache|target)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
