import { createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto';

// Creates certificates (RFC 5280) for tests as DER, because Node can only read them.

interface Issued {
  /** PEM */
  cert: string;
  key: string;
}

interface Wishes {
  names?: readonly string[];
  from?: Date;
  until?: Date;
  /** Encrypts the key. */
  passphrase?: string;
}

interface Authority {
  cert: string;
  issue(wishes?: Wishes): Issued;
}

const day = 86_400_000;

/** Creates an authority that nobody trusts. */
export function createAuthority(name = 'Tests'): Authority {
  const pair = newPair();
  const own = certificate({
    subject: name,
    issuer: name,
    key: pair.publicKey,
    signer: pair.privateKey,
    isAuthority: true,
  });
  return {
    cert: own,
    issue({ names = ['service.example'], from, until, passphrase } = {}) {
      const { publicKey, privateKey } = newPair();
      const cert = certificate({
        ...{ subject: names[0] ?? '', issuer: name, key: publicKey, signer: pair.privateKey, names },
        ...{ from, until, isAuthority: false },
      });
      const secret = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
      return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem', ...secret }) as string };
    },
  };
}

function newPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

interface Contents {
  subject: string;
  issuer: string;
  key: KeyObject;
  signer: KeyObject;
  isAuthority: boolean;
  names?: readonly string[];
  from?: Date | undefined;
  until?: Date | undefined;
}

function certificate({ subject, issuer, key, signer, isAuthority, names = [], from, until }: Contents): string {
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const extensions = [
    extension('551d13', sequence(...(isAuthority ? [der(0x01, Buffer.from([0xff]))] : []))),
    ...(names.length === 0 ? [] : [extension('551d11', sequence(...names.map(alternativeName)))]),
  ];
  const now = Date.now();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    algorithm,
    commonName(issuer),
    sequence(time(from ?? new Date(now - day)), time(until ?? new Date(now + 30 * day))),
    commonName(subject),
    createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, signer)]));
  return new X509Certificate(sequence(body, algorithm, signature)).toString();
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);

function commonName(text: string): Buffer {
  return sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(text)))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(der(0x06, Buffer.from(id, 'hex')), der(0x04, value));
}

function alternativeName(name: string): Buffer {
  const isAddress = /^[\d.]+$/.test(name);
  return isAddress ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`));
}
