import * as vscode from 'vscode';
import * as v from 'valibot';
import { Secret } from '../../api/secret';
import {
  applicationKey,
  applicationShape,
  credentialScope,
  publicAuthUrl,
  type Application,
} from '../../applications/application';
import { applicationSteps, type ApplicationAnswers } from './applicationSteps';
import type { Parts } from '../parts';
import { chooseApplication } from './commandTarget';
import { askSteps } from '../platform/multiStepInput';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { tryCredentials, tryOnce } from './tryCredentials';
import { UiError } from '../platform/uiError';
import { showStatus } from '../platform/dialogs';

export function registerApplicationCommands(parts: Parts): vscode.Disposable[] {
  const { commands } = parts;
  return [
    commands.register('hydrogen.application.add', argument => add(parts, argument)),
    commands.register('hydrogen.application.edit', argument => edit(parts, argument)),
    commands.register('hydrogen.application.rename', argument => rename(parts, argument)),
    commands.register('hydrogen.application.openConsole', async argument => {
      const { application } = await chooseApplication(parts, argument, { sandbox: false });
      await vscode.env.openExternal(vscode.Uri.parse(consoleAddress(application)));
    }),
    commands.register('hydrogen.application.copyClientId', async argument => {
      const { application } = await chooseApplication(parts, argument);
      await vscode.env.clipboard.writeText(application.clientId);
      showStatus(vscode.l10n.t('ClientID copied'), 3000);
    }),
  ];
}

const scripted = v.looseObject({
  name: v.optional(v.string()),
  clientId: v.optional(v.string()),
  clientSecret: v.optional(v.string()),
  serverDomain: v.optional(v.string()),
  authUrl: v.optional(v.string()),
  environments: v.optional(v.unknown()),
  contentGroups: v.optional(v.unknown()),
  sessionOnly: v.optional(v.boolean()),
});

async function add(parts: Parts, argument: CommandArgument): Promise<void> {
  const given = isScripted(argument) ? parseGiven(argument) : {};
  const { environments, contentGroups, sessionOnly } = given;
  const answers = answersOf(given);
  const { applications } = parts.applications.list();
  const steps = applicationSteps(applications);
  const title = vscode.l10n.t('Add Application');
  const order = ['name', 'clientId', 'clientSecret', 'serverDomain', 'authUrl'] as const;
  const open = order.filter(key => answers[key] === undefined);
  for (const key of order) if (answers[key] !== undefined) checkGiven(steps[key], key, answers);
  const isScript = open.length === 0;
  for (let current = answers, questions = open; ; questions = [...order]) {
    const all = await askSteps(
      title,
      questions.map(key => steps[key]),
      current,
    );
    const application = applicationOf(all, { environments, contentGroups, sessionOnly });
    const clientSecret = all.clientSecret ?? new Secret('');
    const credentials = { authUrl: application.authUrl, clientId: application.clientId, clientSecret };
    const trial = isScript
      ? ({ outcome: 'authorized', tokens: await tryOnce(credentials, parts.http) } as const)
      : await tryCredentials(application.name, credentials, parts.http);
    if (trial.outcome === 'edit') {
      current = all;
      continue;
    }
    const tokens = trial.outcome === 'authorized' ? trial.tokens : undefined;
    await parts.tokens.of(application).keep(clientSecret, tokens);
    await parts.applications.save(application);
    await parts.selection.select({ application, environment: undefined });
    return;
  }
}

async function edit(parts: Parts, argument: CommandArgument): Promise<void> {
  const { application: original } = await chooseApplication(parts, argument, { sandbox: false });
  const key = applicationKey(original);
  const others = parts.applications.list().applications.filter(other => applicationKey(other) !== key);
  const steps = applicationSteps(others, original);
  const order = ['name', 'clientId', 'clientSecret', 'serverDomain', 'authUrl'] as const;
  const { name, clientId, serverDomain, authUrl } = original;
  for (let current: ApplicationAnswers = { name, clientId, serverDomain, authUrl }; ;) {
    const questions = order.map(step => steps[step]);
    const all = await askSteps(vscode.l10n.t('Edit {0}', original.name), questions, current);
    const application = { ...original, ...applicationOf(all, original) };
    const moved = credentialScope(application) !== credentialScope(original) || application.clientId !== clientId;
    if (all.clientSecret !== undefined) {
      const credentials = {
        authUrl: application.authUrl,
        clientId: application.clientId,
        clientSecret: all.clientSecret,
      };
      const trial = await tryCredentials(application.name, credentials, parts.http);
      if (trial.outcome === 'edit') {
        current = all;
        continue;
      }
      const tokens = trial.outcome === 'authorized' ? trial.tokens : undefined;
      await parts.tokens.of(application).keep(all.clientSecret, tokens);
    }
    const { environment } = parts.selection.current() ?? {};
    await parts.applications.save(application, key);
    if (moved) await parts.tokens.of(original).forgetAll();
    await parts.selection.select({ application, environment });
    return;
  }
}

async function rename(parts: Parts, argument: CommandArgument): Promise<void> {
  const { application } = await chooseApplication(parts, argument, { sandbox: false });
  const { name } = applicationSteps([]);
  const title = vscode.l10n.t('Rename {0}', application.name);
  const answers = await askSteps(title, [name], { name: application.name });
  if (answers.name === undefined || answers.name === application.name) return;
  await parts.applications.save({ ...application, name: answers.name }, applicationKey(application));
}

function parseGiven(argument: unknown): v.InferOutput<typeof scripted> {
  const parsed = v.safeParse(scripted, argument);
  if (parsed.success) return parsed.output;
  throw new UiError(
    vscode.l10n.t('The argument cannot be used: {0} is not valid.', v.getDotPath(parsed.issues[0]) ?? ''),
  );
}

function answersOf(given: v.InferOutput<typeof scripted>): ApplicationAnswers {
  const { name, clientId, clientSecret, serverDomain, authUrl } = given;
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(clientId === undefined ? {} : { clientId: clientId.trim() }),
    ...(clientSecret === undefined ? {} : { clientSecret: new Secret(clientSecret.trim()) }),
    ...(serverDomain === undefined ? {} : { serverDomain }),
    ...(authUrl === undefined ? {} : { authUrl }),
  };
}

/** Answers that a script gives meet the same rules as typed ones. */
function checkGiven(
  step: ReturnType<typeof applicationSteps>[keyof ApplicationAnswers],
  key: keyof ApplicationAnswers,
  answers: ApplicationAnswers,
): void {
  const problem = step.validate(step.value(answers), answers);
  const blocking = typeof problem === 'string' ? problem : undefined;
  if (blocking !== undefined) throw new UiError(`${key}: ${blocking}`);
}

function applicationOf(
  { name, clientId, serverDomain, authUrl }: ApplicationAnswers,
  rest: { environments?: unknown; contentGroups?: unknown; sessionOnly?: boolean | undefined },
): Application {
  const parsed = v.safeParse(applicationShape, { ...rest, name, clientId, serverDomain, authUrl });
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]) ?? '';
  throw new UiError(vscode.l10n.t('The application cannot be used: {0} is not valid.', field));
}

/** Where the developer console is: a page of the public service; of another one only the origin is known. */
function consoleAddress({ authUrl }: Application): string {
  return authUrl === publicAuthUrl ? `${publicAuthUrl}/dashboard/` : authUrl;
}
