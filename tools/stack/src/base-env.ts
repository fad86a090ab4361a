/** What every child inherits from the user's environment. Everything else is passed by name, so that no secret leaks. */
const INHERITED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const;

/** The part of `env` that every program needs. */
export function baseEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick({ env, names: INHERITED });
}

/** The named variables that are set and not empty. */
export function pick({ env, names }: { env: NodeJS.ProcessEnv; names: readonly string[] }): NodeJS.ProcessEnv {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}
