import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { faultSchema, type Fault } from './server/faults';
import type { NetworkConditions } from './server/network';
import type { SandboxOptions } from './options';
import { plans, type RatePlan } from './server/rateLimit';

export const usage = `Usage: npm run sandbox -- [options]

  --port N             port on 127.0.0.1, 0 to 65535 (default: a free one)
  --world FILE         begin with the data of this world file (hydrogen world pull)
  --data FILE          keep everything in this file, and start with its contents
  --scale N            records in the table of products, up to 5000000 (default: 60)
  --run-functions      run cloud functions: their code runs on this machine, with your rights
  --allow-host HOST    let cloud functions send requests to this host of the network; may be repeated
  --plan NAME          requests per minute as in a plan: ${Object.keys(plans).join(', ')}
  --rate-limit N       requests per minute and application
  --latency MS         wait this long before every response
  --jitter MS          and up to this much longer
  --bandwidth N        bytes per second of a response
  --fault KIND[,name=value…]
                       let the next request go wrong, e.g. status,status=429,retryAfter=3,path=/hserve/,times=2;
                       kinds: status, html, truncated, never, reset, lostResponse, oldCode, slow; may be repeated
  --allow-origin URL   origin of a page that may call the Web API; may be repeated (pages of this machine always may)
  --owner-pid N        end when this process ends
  --end-with-stdin     end when standard input ends
  --help               this text

Prints one line of JSON: addresses, credentials, environments, content groups, users and the controlToken that opens
POST /__sandbox/…. Ctrl+C ends it.
`;

/** The options of the program. */
export interface CommandLine {
  sandbox: SandboxOptions;
  /** The world file. */
  world: string | undefined;
  faults: Fault[];
  ownerPid: number | undefined;
  endsWithStdin: boolean;
}

/** Parses the command line. Returns the text `help` for --help, and a message for an invalid option. */
export function readCommandLine(argv: string[]): CommandLine | string {
  try {
    const { values } = parseArgs({ args: argv, options: optionTypes, strict: true });
    if (values.help) return 'help';
    return {
      sandbox: readSandboxOptions(values),
      world: values.world,
      faults: (values.fault ?? []).map(readFault),
      ownerPid: readCount('--owner-pid', values['owner-pid'], 1, 2 ** 31),
      endsWithStdin: values['end-with-stdin'] ?? false,
    };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const texts = { type: 'string', multiple: true } as const;
const optionTypes = {
  port: text,
  data: text,
  world: text,
  scale: text,
  'run-functions': flag,
  'allow-host': texts,
  plan: text,
  'rate-limit': text,
  latency: text,
  jitter: text,
  bandwidth: text,
  fault: texts,
  'allow-origin': texts,
  'owner-pid': text,
  'end-with-stdin': flag,
  help: flag,
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof optionTypes }>>['values'];

function readSandboxOptions(values: Values): SandboxOptions {
  const { plan } = values;
  if (plan !== undefined && !Object.hasOwn(plans, plan))
    throw new Error(`--plan must be one of: ${Object.keys(plans).join(', ')}.`);
  return {
    port: readCount('--port', values.port, 0, 65_535) ?? 0,
    network: readNetwork(values),
    runFunctions: values['run-functions'] ?? false,
    functionHosts: values['allow-host'] ?? [],
    allowedOrigins: values['allow-origin'] ?? [],
    data: values.data,
    scale: readCount('--scale', values.scale, 0, 5_000_000),
    rateLimit: readCount('--rate-limit', values['rate-limit'], 0, 1e9) ?? (plan as RatePlan | undefined),
  };
}

function readNetwork(values: Values): NetworkConditions {
  return {
    latencyMs: readCount('--latency', values.latency, 0, 3_600_000),
    jitterMs: readCount('--jitter', values.jitter, 0, 3_600_000),
    bytesPerSecond: readCount('--bandwidth', values.bandwidth, 1, 1e9),
  };
}

function readCount(name: string, value: string | undefined, minimum: number, maximum: number): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,10}$/.test(value) || Number(value) < minimum || Number(value) > maximum) {
    throw new Error(`${name} must be a number from ${minimum} to ${maximum}, not ${value}.`);
  }
  return Number(value);
}

/** Parses `kind,name=value,…`. Values of only digits become numbers. */
function readFault(argument: string): Fault {
  const [kind, ...parts] = argument.split(',');
  const fields = parts.map(part => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    return [name, /^\d+$/.test(value) ? Number(value) : value] as const;
  });
  const parsed = v.safeParse(faultSchema, { kind, ...Object.fromEntries(fields) });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`--fault ${argument}: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
}
