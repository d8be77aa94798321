import dns from 'node:dns';
import net from 'node:net';
import { after, before, beforeEach } from 'mocha';

const own = ['127.0.0.1', '::1', 'localhost'];
type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;
type Lookup = (host: string, ...rest: unknown[]) => void;
const socket = net.Socket.prototype as unknown as { connect: Connect };
const { connect } = socket;
const names = dns as unknown as { lookup: Lookup };
const { lookup } = names;

/**
 * Simulates a machine without a network except for its own addresses, for the tests of this `describe`.
 * @returns the hosts that the current test has tried to reach
 */
export function useNoNetwork(): () => readonly string[] {
  let tried: string[] = [];
  const refuse = (host: string): Error => {
    tried.push(host);
    return Object.assign(new Error(`no network for ${host}`), { code: 'ENETUNREACH' });
  };
  before(() => {
    // Another host name is refused by the lookup below. Another address is replaced by a local port without a server.
    socket.connect = function (...args) {
      const [options] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string; port?: number }];
      const { host = 'localhost' } = options;
      if (net.isIP(host) !== 0 && !own.includes(host)) {
        refuse(host);
        Object.assign(options, { host: '127.0.0.1', port: 9 });
      }
      return connect.apply(this, args);
    };
    names.lookup = (host, ...rest) => {
      if (own.includes(host)) lookup(host, ...rest);
      else (rest.at(-1) as (error: Error) => void)(refuse(host));
    };
  });
  beforeEach(() => void (tried = []));
  after(() => {
    socket.connect = connect;
    names.lookup = lookup;
  });
  return () => tried;
}
