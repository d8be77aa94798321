import { t } from './language';

/** The text of `--help`. */
export function usage(): string {
  const options: [option: string, meaning: string][] = [
    ['--env NAME', t('environment of the application in hydrogen.json; Production needs --allow-production')],
    ['--sandbox [FILE]', t('a sandbox that is started for this run; FILE is a saved state of a sandbox')],
    ['--run-functions', t('the sandbox runs cloud functions: their code runs on this machine, with your rights')],
    ['--allow-production', t('requests may go to production')],
    ['--allow-host HOST', t('secrets may go to this host besides those of the service; HYDROGEN_ALLOW_HOSTS has more')],
    ['--allow-env NAME', t('{{$processEnv NAME}} may read this variable')],
    ['--settings FILE', t('instead of hydrogen.json')],
    ['--grep PATTERN', t('only requests whose label matches, and the requests they need')],
    ['--jobs N', t('files at the same time, 1 to 32 (default: 1)')],
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
    [
      '--secrets-stdin',
      t(
        'reads secrets as JSON from standard input: {0}',
        '{"clientSecret", "userToken", "secrets": {"name": "value"}}',
      ),
    ],
    ['--lang LANGUAGE', t('en or zh-cn; without it the language of the environment (LC_ALL, LC_MESSAGES, LANG)')],
    ['--version', t('the version of this program')],
    ['--help', t('this text')],
  ];
  return [
    t('Usage: {0}', 'hydrogen check [files or folders] (--env NAME | --sandbox [state.json]) [options]'),
    t(
      'Sends the requests of *.hydrogen.http files and runs their checks. Without a path: all such files below this folder.',
    ),
    options.map(([option, meaning]) => `  ${option.padEnd(20)} ${meaning}`).join('\n'),
    t(
      'Secrets come from standard input or the environment: HYDROGEN_CLIENT_SECRET for the Open API, HYDROGEN_USER_TOKEN for requests as a user, HYDROGEN_SECRET_NAME for {{$secret name}}. HYDROGEN_CLIENT_ID refuses a hydrogen.json of another application.',
    ),
    `${t(
      'Exit codes: 0 passed, 1 a check failed, 2 a file or option is wrong, 3 no connection, 4 not authorized, 130 cancelled.',
    )}\n`,
  ].join('\n\n');
}
