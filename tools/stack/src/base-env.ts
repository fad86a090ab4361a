/** What every child gets from the user's environment; everything else is given to it by name, so that no secret strays. */
const KEPT = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'JAVA_HOME',
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

/** The part of `env` that any program needs to run. */
export function baseEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick({ env, names: KEPT });
}

/** The named variables that are set to something. */
export function pick({ env, names }: { env: NodeJS.ProcessEnv; names: readonly string[] }): NodeJS.ProcessEnv {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}
