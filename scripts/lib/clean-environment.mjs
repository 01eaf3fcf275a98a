/**
 * An environment for tests in which nothing of the user's is left: a fresh home, and only those variables that
 * programs need to run. npm keeps its cache and its configuration.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEPT = [
  /^(path|pathext|comspec|systemroot|systemdrive|windir|programfiles|number_of_processors|processor_architecture)$/i,
  /^(tmp|temp|tmpdir|lang|lc_.*|tz|term|ci|no_color|force_color)$/i,
  /^(http_proxy|https_proxy|no_proxy|ssl_cert_file|node_extra_ca_certs)$/i,
  /^npm_execpath$/,
  /^hansard_(seed|test_postgres|keep_trial)$/i,
  /^npm_config_(?!.*prefix$)/,
];

/** Calls `use` with a fresh home and an environment in which it is the user's; removes it afterwards. */
export async function withCleanEnvironment(use) {
  const home = mkdtempSync(join(tmpdir(), 'hansard-home-'));
  try {
    return await use({ home, env: { ...keptVariables(), ...homeVariables(home) } });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

function keptVariables() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.some((kept) => kept.test(name))));
}

function homeVariables(home) {
  const variables = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
  };
  for (const folder of Object.values(variables)) mkdirSync(folder, { recursive: true });
  return variables;
}
