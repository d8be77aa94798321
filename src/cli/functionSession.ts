import path from 'node:path';
import type { DataService } from '../api/openApi/dataService';
import { repeatsPage } from '../api/webApi/page';
import {
  functionsPerPage,
  listFunctions,
  readFunction,
  type DeployedFunction,
  type FunctionSummary,
} from '../functions/functionService';
import { readBases, type BaseEnvironment } from '../functions/lockFile';
import { readSourceFolder, settingsFile, defaultFolder, type SourceFolder } from '../functions/sourceFolder';
import type { CommandContext } from './commandContext';
import type { FunctionOptions } from './functionOptions';
import { openClient } from './httpClient';
import { t } from './language';
import { openApiService } from './openApiService';
import { WrongInput } from './options';
import { openTarget, type CommandTarget } from './target';

/** The functions of an environment, and the folder with their files. */
export interface FunctionSession {
  target: CommandTarget;
  service: DataService;
  source: SourceFolder;
  baseEnvironment: BaseEnvironment;
  /** The bases by function name: SHA-256 of the deployed code that each file was made from. */
  bases: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Opens the environment and the folder that the options select. @throws WrongInput, FunctionError */
export async function openFunctionSession(options: FunctionOptions, context: CommandContext): Promise<FunctionSession> {
  const root = path.resolve(path.dirname(options.settings));
  if (path.basename(options.settings) !== settingsFile)
    throw new WrongInput(t('--settings must name a file {0}: it also names the functions folder.', settingsFile));
  const target = await openTarget(options, context);
  const source = (await readSourceFolder(root)) ?? { root, folder: defaultFolder, build: undefined };
  const baseEnvironment = { clientId: target.application.clientId, envId: target.environment?.envId };
  const bases = await readBases(source, baseEnvironment);
  const client = openClient(context.env);
  return {
    target,
    source,
    baseEnvironment,
    bases,
    service: openApiService(target, client, context.signal),
    close: () => client.close(),
  };
}

/** Reads all functions, at most 20 per request. @throws ApiError */
export async function allFunctions(service: DataService): Promise<FunctionSummary[]> {
  const all: FunctionSummary[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = await listFunctions(service, { limit: functionsPerPage, offset });
    if (repeatsPage(all.map(idOf), page.items.map(idOf))) break;
    all.push(...page.items);
    offset = page.nextOffset;
  }
  return all;
}

function idOf({ name }: FunctionSummary): { id: string } {
  return { id: name };
}

/** Reads a function. @throws WrongInput if the service does not have it; ApiError */
export async function deployedFunction(service: DataService, name: string): Promise<DeployedFunction> {
  const deployed = await readFunction(service, name);
  if (deployed === undefined) throw new WrongInput(t('There is no cloud function {0}.', name));
  return deployed;
}

/** Returns the names of the application and the environment. */
export function targetText({ target: { application, environment } }: Pick<FunctionSession, 'target'>): string {
  return `${application.name} · ${environment?.name ?? t('Production')}`;
}
