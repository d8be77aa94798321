import { Secret } from '../../api/secret';

/** A text in pieces: what came out of a secret stays one until the wire. */
export type Piece = string | Secret;

export function hasSecret(pieces: readonly Piece[]): boolean {
  return pieces.some(piece => piece instanceof Secret);
}

export function secretsIn(pieces: readonly Piece[]): Secret[] {
  return pieces.filter(piece => piece instanceof Secret);
}

/** For the wire alone. */
export function reveal(pieces: readonly Piece[]): string {
  return pieces.map(piece => (piece instanceof Secret ? piece.reveal() : piece)).join('');
}

/** For people: every secret is a mask. */
export function masked(pieces: readonly Piece[]): string {
  return pieces.map(String).join('');
}

/** The same with every piece's text changed; a secret's change is a secret. */
export function mapPieces(pieces: readonly Piece[], change: (text: string) => string): Piece[] {
  return pieces.map(piece => (piece instanceof Secret ? new Secret(change(piece.reveal())) : change(piece)));
}
