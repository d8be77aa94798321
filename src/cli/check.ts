import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { findEnvironment } from '../api/environmentNames';
import { createHttpClient, type HttpClient } from '../api/http/httpClient';
import { authorize } from '../api/openApi/authorize';
import { isTokenRejected } from '../api/openApi/openApi';
import { Secret } from '../api/secret';
import type { Application } from '../applications/application';
import { Snapshots } from '../requests/checks/snapshots';
import { runChecks, type CheckFile, type RequestResult, type RunHost } from '../requests/checks/run';
import { RequestError } from '../requests/document/requestError';
import { namedApplications } from '../requests/document/rules';
import { directive, type RequestNode } from '../requests/document/syntax';
import { executeRequest } from '../requests/sending/executeRequest';
import type { Target } from '../requests/sending/resolve';
import type { ResolvedRequest } from '../requests/sending/resolvedRequest';
import type { MachineSource } from '../requests/values/dynamicValue';
import { createAccessTokens } from './accessTokens';
import { readBodyFile, readFiles } from './files';
import { describeError, exitCode, RunError } from './messages';
import { WrongInput, type Options } from './options';
import { jsonReport, junitReport, resultLines, summary, tapReport } from './reports';
import { readSecrets, readSettings, type Secrets, type Settings } from './settings';
import { snapshotFile, snapshotLines } from './snapshots';

/** What a run has of the process. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** All of standard input. */
  input(): Promise<string>;
  print(text: string): void;
  /** A line that the next one replaces; absent: nobody watches. */
  progress?: (line: string) => void;
  color: boolean;
  signal: AbortSignal;
}

/** Runs the checks and reports them. @returns the exit code @throws WrongInput */
export async function check(options: Options, around: Surroundings): Promise<number> {
  const files = await readFiles(options.paths);
  const isOnly = ({ document }: CheckFile) =>
    document.requests.some(request => directive(request, 'only') !== undefined);
  const only = files.find(isOnly);
  if (only !== undefined && isSet(around.env.CI))
    throw new WrongInput(`${only.name} has # @only, which is not allowed in CI. Remove it.`);
  const secrets = readSecrets(around.env, options.secretsFromStdin ? await around.input() : undefined);
  const place = await placeOf(options, secrets);
  const isCi = isSet(around.env.CI);
  const mode = options.updateSnapshots ? 'update' : isCi ? 'compare' : 'add';
  const snapshots = new Map(files.map(({ name }) => [name, new Snapshots(snapshotFile(name), mode)]));
  const client = createHttpClient({ strictSSL: true, systemCertificates: true, ...proxyOf(around.env) });
  try {
    const host = {
      ...hostOf(place, client, options, around.env),
      snapshots: ({ name }: CheckFile) => snapshots.get(name),
    };
    const results = await runChecks(files, host, {
      jobs: options.jobs,
      bail: options.bail,
      signal: around.signal,
      ...(options.grep === undefined ? {} : { isChosen: matching(options.grep) }),
      onStart: (file, { index }) => around.progress?.(`${file.name} ${index + 1}/${file.document.requests.length}`),
      onResult(result) {
        if (options.output === 'lines') around.print(`${resultLines(result, around.color).join('\n')}\n`);
      },
    });
    await report(results, options, around);
    if (options.output === 'lines') around.print(await snapshotLines(files, snapshots, options));
    if (around.signal.aborted) return 130;
    if (results.length === 0) throw new WrongInput('No request matches.');
    return exitCode(results);
  } finally {
    await client.close();
    await place.close();
  }
}

async function report(results: readonly RequestResult[], options: Options, around: Surroundings): Promise<void> {
  if (options.output === 'json') around.print(jsonReport(results));
  else if (options.output === 'tap') around.print(tapReport(results));
  else around.print(`${summary(results)}\n`);
  if (options.junit === undefined) return;
  try {
    await writeFile(options.junit, junitReport(results));
  } catch {
    throw new WrongInput(`The report ${options.junit} cannot be written.`);
  }
}

function matching(grep: RegExp) {
  return (_: CheckFile, { name, title, target, method }: RequestNode): boolean =>
    grep.test(name ?? title?.text ?? `${method?.text ?? 'GET'} ${target.map(({ text }) => text).join('')}`);
}

/** Where the requests go. */
interface Place extends Settings {
  environment: { name: string; envId: string } | undefined;
  secrets: Secrets;
  /** The requests may go to its production. */
  isSandbox: boolean;
  close(): Promise<void>;
}

async function placeOf(options: Options, secrets: Secrets): Promise<Place> {
  if (options.sandbox !== undefined) return sandboxPlace(options.sandbox, secrets);
  const settings = await readSettings(options.settings);
  const { environments } = settings.application;
  const wanted = options.environment ?? '';
  const found = findEnvironment(environments, wanted);
  if (found.kind !== 'found') {
    throw new WrongInput(`The application has no environment ${wanted}. Use one of: ${names(environments)}.`);
  }
  const { environment } = found;
  if (environment === undefined && !options.allowProduction) {
    throw new WrongInput('Requests go to production only with --allow-production.');
  }
  return { ...settings, environment, secrets, isSandbox: false, close: () => Promise.resolve() };
}

function names(environments: Application['environments']): string {
  return ['Production', ...environments.map(({ name }) => name)].join(', ');
}

/** The sandbox knows its own secrets: nothing has to be given. */
async function sandboxPlace(
  { state: file, runFunctions }: NonNullable<Options['sandbox']>,
  secrets: Secrets,
): Promise<Place> {
  const { startSandbox } = await import('../sandbox/sandbox');
  const { readState } = await import('../sandbox/store/state');
  const state = file === undefined ? undefined : readState(await savedState(file));
  if (file !== undefined && state === undefined) throw new WrongInput(`${file} is not a saved state of a sandbox.`);
  const sandbox = await startSandbox({ state, runFunctions });
  const [application] = sandbox.applications;
  if (application === undefined) throw new Error('the sandbox has no application');
  const { name, clientId, serverDomain, authUrl, environments, clientSecret, users } = application;
  const own = new Map([
    ['password', new Secret(users[0]?.password ?? '')],
    ['control', new Secret(sandbox.controlToken)],
  ]);
  return {
    application: { name, clientId, serverDomain, authUrl, environments, contentGroups: [] },
    variables: {},
    environment: undefined,
    secrets: {
      clientSecret: new Secret(clientSecret),
      userToken: secrets.userToken,
      named: secret => secrets.named(secret) ?? own.get(secret),
    },
    isSandbox: true,
    close: () => sandbox.close(),
  };
}

async function savedState(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch {
    throw new WrongInput(`${file} cannot be read as JSON.`);
  }
}

function hostOf(place: Place, { fetch }: HttpClient, options: Options, env: NodeJS.ProcessEnv): RunHost {
  const { application, environment, secrets, variables } = place;
  const tokens = createAccessTokens(() => tokenOf(application, secrets, fetch));
  const target: Target = {
    ...application,
    envId: environment?.envId,
    userToken: () => Promise.resolve(secrets.userToken),
    accessToken: () => tokens.get(),
  };
  const variablesOf = (name = 'Production') => {
    const found = findEnvironment(application.environments, name);
    const environmentName = found.kind === 'found' ? found.environment?.name : undefined;
    return { ...variables['*'], ...variables[environmentName ?? 'Production'] };
  };
  // What is not in a test environment is in production, unless it is the sandbox's.
  const permit = async ({ family, environment: goesTo }: ResolvedRequest) => {
    if (family === 'other' || goesTo?.envId !== undefined || place.isSandbox || options.allowProduction) return;
    throw new RunError('production', 'It would go to production, which needs --allow-production.');
  };
  return {
    describe: describeError,
    execute(file, request, { responses, signal, environment: other, mayRenew }) {
      const named = directive(request, 'application');
      if (named !== undefined && namedApplications([application], named.value.text).length === 0) {
        const error = new RequestError('unknownApplication', named.value.text, named);
        return Promise.resolve({ request, resolved: undefined, result: undefined, error });
      }
      return executeRequest(request, {
        document: file.document,
        environmentVariables: variablesOf(other ?? environment?.name),
        responses,
        signal,
        target,
        fetch,
        permit,
        ...(mayRenew && {
          renew: async refused =>
            (await isTokenRejected(application, refused, { fetch, signal })) ? tokens.renew(refused) : undefined,
        }),
        now: () => Date.now(),
        readFile: name => readBodyFile(file.name, name),
        prompt: question => Promise.reject(new RunError('nobodyToAsk', `There is nobody to ask: ${question}`)),
        secret: name => given(secrets.named(name), `There is no secret ${name}: set ${variableOf(name)}.`),
        machineValue: (source, name) => machineValue(file.name, source, name, env),
        known: () => Promise.resolve([secrets.clientSecret, secrets.userToken].filter(one => one !== undefined)),
      });
    },
    wait: (milliseconds, signal) =>
      new Promise(resolve => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, milliseconds);
        signal.addEventListener('abort', done);
      }),
  };
}

function variableOf(name: string): string {
  return `HYDROGEN_SECRET_${name.toUpperCase().replace(/\W/g, '_')}`;
}

async function given(secret: Secret | undefined, otherwise: string): Promise<Secret> {
  if (secret === undefined) throw new RunError('noSecret', otherwise);
  return secret;
}

async function tokenOf(
  { authUrl, clientId }: Application,
  { clientSecret }: Secrets,
  fetch: HttpClient['fetch'],
): Promise<Secret> {
  const secret = await given(clientSecret, 'There is no ClientSecret: set HYDROGEN_CLIENT_SECRET.');
  return (await authorize({ authUrl, clientId, clientSecret: secret }, { fetch })).accessToken;
}

/** `.env` lies beside the document, or in the folder of the run. */
async function machineValue(
  document: string,
  source: MachineSource,
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<Secret> {
  const files = source === '$processEnv' ? [] : [path.join(path.dirname(document), '.env'), '.env'];
  const all = source === '$processEnv' ? [env] : await Promise.all(files.map(dotenv));
  const found = all.find(values => Object.hasOwn(values, name))?.[name];
  return given(found === undefined ? undefined : new Secret(found), `There is no ${name} in ${source.slice(1)}.`);
}

async function dotenv(file: string): Promise<NodeJS.Dict<string>> {
  return parseEnv(await readFile(file, 'utf8').catch(() => ''));
}

function proxyOf(env: NodeJS.ProcessEnv): { proxy?: string; noProxy: string[] } {
  const proxy = env.HTTPS_PROXY ?? env.https_proxy;
  const noProxy = (env.NO_PROXY ?? env.no_proxy ?? '').split(',').filter(host => host.trim() !== '');
  return { noProxy, ...(proxy === undefined ? {} : { proxy }) };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}
