import { Secret } from '../../../api/secret';
import type { Selection } from '../../../applications/selection';
import type { Tokens } from '../../tokens/tokens';
import { realmOf, type Users } from '../../users/userSessions';

/** Credentials that any response may repeat: those that are stored, and those of earlier responses in this window. */
interface KnownSecrets {
  /** Never rejects: what cannot be read is not known. */
  of(selection: Selection): Promise<Secret[]>;
  add(found: readonly Secret[]): void;
}

const mostSeen = 500;

export function createKnownSecrets(tokens: Tokens, users: Users): KnownSecrets {
  const seen = new Set<string>();
  return {
    async of(selection) {
      const { application } = selection;
      const readings = [
        tokens
          .of(application)
          .read()
          .then(set => [set?.accessToken, set?.refreshToken]),
        tokens
          .of(application)
          .clientSecret()
          .then(secret => [secret]),
        users
          .of(application)
          .read(realmOf(selection))
          .then(session => [session?.token]),
      ];
      const read = await Promise.allSettled(readings);
      const stored = read.flatMap(one => (one.status === 'fulfilled' ? one.value : []));
      return [...stored.filter(secret => secret !== undefined), ...[...seen].map(value => new Secret(value))];
    },
    add(found) {
      for (const value of found.map(secret => secret.reveal()).filter(isToken)) {
        seen.delete(value);
        seen.add(value);
      }
      for (const oldest of [...seen].slice(0, -mostSeen)) seen.delete(oldest);
    },
  };
}

/** A word, or a code such as `not_found`, is a credential in its own response at most. */
function isToken(value: string): boolean {
  return /^[\w.~+/=-]{20,}$/.test(value) && /\d/.test(value);
}
