import dns from 'node:dns';
import net from 'node:net';

const own = ['127.0.0.1', '::1', 'localhost'];
type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;
type Lookup = (host: string, ...rest: unknown[]) => void;
const socket = net.Socket.prototype as unknown as { connect: Connect };
const { connect } = socket;
const names = dns as unknown as { lookup: Lookup };
const { lookup } = names;

/**
 * Simulates a machine without a network except for its own addresses.
 * @param report gets the host of every attempt to reach another one
 * @returns a function that ends the simulation
 */
export function withoutNetwork(report: (host: string) => void): () => void {
  const refuse = (host: string): Error => {
    report(host);
    return Object.assign(new Error(`no network for ${host}`), { code: 'ENETUNREACH' });
  };
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
  return () => {
    socket.connect = connect;
    names.lookup = lookup;
  };
}
