import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { findEnvironment } from '../api/environmentNames';
import { Secret } from '../api/secret';
import type { SandboxOptions } from '../sandbox/options';
import { publicAuthUrl, publicServerDomain } from '../applications/application';
import { jsonOfFile } from '../json/jsonValue';
import type { CommandContext } from './commandContext';
import { WrongInput, type TargetOptions } from './options';
import { readSecrets, readSettings, type Secrets, type Settings } from './settings';
import { hostsIn, TrustedHosts } from './trustedHosts';
import { t } from './language';
import { longestWorld } from '../world/world';
import { readWorldFile } from './worldFile';

/** The application and environment that a command sends requests to. */
export interface CommandTarget extends Settings {
  environment: { name: string; envId: string } | undefined;
  secrets: Secrets;
  /** The hosts that may receive secrets. */
  trusted: TrustedHosts;
  /** True for a sandbox. Its production environment may receive requests without `--allow-production`. */
  isSandbox: boolean;
  close(): Promise<void>;
}

/** Returns the target that the options select. Starts a sandbox for `--sandbox`. @throws WrongInput */
export async function openTarget(
  options: TargetOptions,
  context: Pick<CommandContext, 'env' | 'input'>,
): Promise<CommandTarget> {
  const { env } = context;
  const secrets = readSecrets(env, options.secretsFromStdin ? await context.input() : undefined);
  const hosts = hostsIn([...options.allowHosts, env.HYDROGEN_ALLOW_HOSTS]);
  if (options.sandbox !== undefined) return sandboxTarget(options.sandbox, secrets, hosts);
  const settings = await readSettings(options.settings);
  const { clientId, environments } = settings.application;
  const expected = env.HYDROGEN_CLIENT_ID ?? '';
  if (expected !== '' && expected !== clientId)
    throw new WrongInput(t('{0} is for {1}, but HYDROGEN_CLIENT_ID is {2}.', options.settings, clientId, expected));
  const nameOrEnvId = options.environment ?? '';
  const match = findEnvironment(environments, nameOrEnvId);
  if (match.kind !== 'found') {
    const names = ['Production', ...environments.map(({ name }) => name)].join(', ');
    throw new WrongInput(t('The application has no environment {0}. Use one of: {1}.', nameOrEnvId, names));
  }
  const { environment } = match;
  if (environment === undefined && !options.allowProduction) {
    throw new WrongInput(t('Requests go to production only with --allow-production.'));
  }
  const trusted = new TrustedHosts(hosts, [publicAuthUrl, publicServerDomain(clientId)]);
  return { ...settings, environment, secrets, trusted, isSandbox: false, close: () => Promise.resolve() };
}

/** Starts a sandbox as the target. It has its own secrets, so the user need not provide any. */
async function sandboxTarget(
  { state: file, runFunctions }: NonNullable<TargetOptions['sandbox']>,
  secrets: Secrets,
  hosts: readonly string[],
): Promise<CommandTarget> {
  const { startSandbox } = await import('../sandbox/sandbox');
  const saved = file === undefined ? {} : await savedSandbox(file);
  const sandbox = await startSandbox({ ...saved, runFunctions });
  const [application] = sandbox.applications;
  if (application === undefined) throw new Error('the sandbox has no application');
  const { name, clientId, serverDomain, authUrl, environments, clientSecret } = application;
  // `newPassword` is for users that a document registers. They exist only in this run.
  const sandboxSecrets = new Map([...sandbox.secrets, ['newPassword', new Secret(randomUUID())]]);
  return {
    application: { name, clientId, serverDomain, authUrl, environments, contentGroups: [] },
    variables: {},
    environment: undefined,
    secrets: {
      ...secrets,
      clientSecret: new Secret(clientSecret),
      named: secret => secrets.named(secret) ?? sandboxSecrets.get(secret),
    },
    trusted: new TrustedHosts(hosts, [new URL(serverDomain).origin]),
    isSandbox: true,
    close: () => sandbox.close(),
  };
}

/** Reads the file of `--sandbox`: a saved state or a world. @throws WrongInput */
async function savedSandbox(file: string): Promise<Pick<SandboxOptions, 'state' | 'worlds'>> {
  const { readState } = await import('../sandbox/store/state');
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  // `readWorldFile` throws an error that says that the file is too large.
  if (size > longestWorld) return { worlds: [await readWorldFile(file)] };
  const text = await readFile(file, 'utf8').catch(() => '');
  const saved = jsonOfFile(text);
  if (saved === undefined) throw new WrongInput(t('{0} cannot be read as JSON.', file));
  if (typeof saved === 'object' && saved !== null && 'format' in saved) {
    return { worlds: [await readWorldFile(file, text)] };
  }
  const state = readState(saved);
  if (state === undefined) throw new WrongInput(t('{0} is neither a saved state of a sandbox nor a world file.', file));
  return { state };
}
