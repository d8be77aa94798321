import { defaultRate } from '../world/environmentReader';
import { servicePlans } from '../records/transfer/pace';
import { t } from './language';

type OptionRow = readonly [option: string, meaning: string];

function environmentRow(): OptionRow {
  return ['--env NAME', t('environment of the application in hydrogen.json; Production needs --allow-production')];
}

/** Returns the rows of the remaining options that all commands with a target share. */
function targetRows(settings = t('a file to use instead of hydrogen.json')): OptionRow[] {
  return [
    ['--settings FILE', settings],
    ['--allow-production', t('allows requests to production')],
    [
      '--allow-host HOST',
      t('a host that may get secrets, in addition to the service; HYDROGEN_ALLOW_HOSTS names more'),
    ],
    [
      '--secrets-stdin',
      t(
        'reads secrets as JSON from standard input: {0}',
        '{"clientSecret", "userToken", "secrets": {"name": "value"}}',
      ),
    ],
    ['--lang LANGUAGE', t('en or zh-cn (default: the language of the environment: LC_ALL, LC_MESSAGES, LANG)')],
  ];
}

function optionLines(options: readonly OptionRow[], width = 20): string {
  return options.map(([option, meaning]) => `  ${option.padEnd(width)} ${meaning}`).join('\n');
}

/** Returns the text of `--help`. */
export function usage(): string {
  const options: OptionRow[] = [
    environmentRow(),
    [
      '--sandbox [FILE]',
      t('a sandbox that is started for this run; FILE is a saved state of a sandbox, or a world file'),
    ],
    ['--run-functions', t('the sandbox runs cloud functions: their code runs on this machine, with your rights')],
    ['--allow-env NAME', t('{{$processEnv NAME}} may read this variable')],
    ['--grep PATTERN', t('only requests whose label matches, and the requests they need')],
    ['--jobs N', t('the number of files that run in parallel, 1 to 32 (default: 1)')],
    ['--bail', t('stop at the first request that fails')],
    [
      '--update-snapshots',
      t(
        'writes snapshots that differ, removes unused ones; missing ones are written without this option, except in CI',
      ),
    ],
    ['--junit FILE', t('writes a JUnit report')],
    ['--tap', t('prints TAP instead of readable output')],
    ['--json', t('prints the results as JSON instead')],
    ...targetRows(),
    ['--version', t('the version of this program')],
    ['-h, --help', t('this text')],
  ];
  return [
    t(
      'Usage: {0}',
      'hydrogen check [files or folders] (--env NAME | --sandbox [FILE]) [options]\n       hydrogen world pull|diff (hydrogen world --help)\n       hydrogen table import|export (hydrogen table --help)\n       hydrogen functions list|pull|diff|deploy|run|logs (hydrogen functions --help)',
    ),
    t(
      'Sends the requests of *.hydrogen.http files and runs their checks. Without a path: all such files below this folder.',
    ),
    optionLines(options),
    t(
      'Secrets come from standard input or the environment: HYDROGEN_CLIENT_SECRET for the Open API, HYDROGEN_USER_TOKEN for requests as a user, HYDROGEN_SECRET_NAME for {{$secret name}}. HYDROGEN_CLIENT_ID refuses a hydrogen.json of another application.',
    ),
    `${t(
      'Exit codes: 0 passed, 1 a check failed, 2 a file or option is wrong, 3 no connection, 4 not authorized, 130 cancelled.',
    )}\n`,
  ].join('\n\n');
}

/** Returns the text of `hydrogen world --help`. */
export function worldUsage(): string {
  const options: OptionRow[] = [
    environmentRow(),
    ['--output FILE', t('the world file; a file that exists is read again, and equal values keep their masks')],
    ['--tables A,B', t('only these tables (default: all)')],
    ['--records N', t('the newest records of each table (default: 0)')],
    ['--contents N', t('the newest contents of each content group (default: 0)')],
    ['--mask TABLE.COLUMN', t('a column to mask, in addition to those with personal names; may be repeated')],
    ['--no-functions', t('without cloud functions')],
    ['--exclude-function A', t('without this cloud function; may be repeated')],
    ['--rate N', t('requests per minute (default: {0}, below the limit of the smallest plan)', defaultRate)],
    ['--yes', t('reads the environment; without it, only the number of requests and the masked columns are shown')],
    ...targetRows(),
  ];
  return [
    t('Usage: {0}', 'hydrogen world pull --env NAME --output FILE [options]\n       hydrogen world diff OLD NEW'),
    t(
      'Reads an environment into a world file, without credentials and personal data. A sandbox starts from it: hydrogen check --sandbox FILE. The diff prints what changed.',
    ),
    optionLines(options, 22),
    `${t(
      'Exit codes: 0 complete or equal, 1 different, 2 a file or option is wrong, 3 no connection, 4 not authorized, 130 cancelled.',
    )}\n`,
  ].join('\n\n');
}

/** Returns the text of `hydrogen table --help`. */
export function tableUsage(): string {
  const plans = Object.keys(servicePlans).join(', ');
  const options: OptionRow[] = [
    ['--table NAME', t('name or ID of the table')],
    environmentRow(),
    ['--format FORMAT', t('csv, tsv, json or jsonl, instead of the ending of the file')],
    ['--plan NAME', t('plan of the service, for the requests a minute (default: free): {0}', plans)],
    ['--yes', t('import: does not ask')],
    ['--resume', t('import: continues after an interruption; begins if there is nothing to continue')],
    [
      '--map NAME=COLUMN',
      t('import: the column of the table for a column of the file; without COLUMN it is not imported'),
    ],
    [
      '--unknown RESULT',
      t('import: whether the rows of the last batch are stored or missing, if the program cannot find out'),
    ],
    ['--where JSON', t('export: a condition')],
    ['--keys NAMES', t('export: columns, separated by commas')],
    ['--order-by NAMES', t('export: columns, with a minus for descending: {0}', '--order-by=-price')],
    ['--raw-formulas', t('export: does not quote texts that a spreadsheet would evaluate')],
    ['--job', t('export: the service writes the file, for very large tables')],
    ...targetRows(),
  ];
  return [
    t(
      'Usage: {0}',
      'hydrogen table import FILE --table NAME --env NAME [options]\n       hydrogen table export FILE --table NAME --env NAME [options]',
    ),
    t('Imports a file into a table, each row exactly once, or exports records to a file.'),
    optionLines(options),
    t(
      'Exit codes of an import: 0 all rows are in, 1 some rows were rejected, 2 nothing was sent, 3 continue with --resume, 130 cancelled before anything was sent.',
    ),
    `${t(
      'Exit codes of an export: 0 complete, 1 fewer records than the table had, 2 a file or option is wrong, 3 no connection, 4 not authorized, 130 cancelled.',
    )}\n`,
  ].join('\n\n');
}

/** Returns the text of `hydrogen functions --help`. */
export function functionsUsage(): string {
  const options: OptionRow[] = [
    environmentRow(),
    ['--overwrite', t('pull: files that were changed are replaced, too')],
    ['--create', t('deploy: creates functions that the service does not have')],
    ['--data JSON', t('run: the data of the event (default: an empty object)')],
    ['--yes', t('deploy and run: do not ask')],
    ...targetRows(t('a hydrogen.json in another folder; it also names the functions folder')),
  ];
  return [
    t(
      'Usage: {0}',
      'hydrogen functions list|pull|diff [NAMES] --env NAME\n       hydrogen functions deploy NAMES --env NAME [--yes]\n       hydrogen functions run|logs NAME --env NAME',
    ),
    t(
      'Deploys the cloud functions of a folder (<folder>/<name>/index.js). Never overwrites code that you have not seen: functions.lock.json records the deployed code from which each file was made.',
    ),
    optionLines(options),
    `${t(
      'Exit codes: 0 done or equal, 1 something differs and nothing was sent, or a run failed, 2 a file or option is wrong, 3 no connection, 4 not authorized, 130 cancelled.',
    )}\n`,
  ].join('\n\n');
}
