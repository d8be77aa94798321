import { Secret } from '../../api/secret';

/** A part of a text: a value from a secret stays a secret until it is sent. */
export type Piece = string | Secret;

export function hasSecret(pieces: readonly Piece[]): boolean {
  return pieces.some(piece => piece instanceof Secret);
}

export function secretsIn(pieces: readonly Piece[]): Secret[] {
  return pieces.filter(piece => piece instanceof Secret);
}

/** Returns the plain text including secrets, never for display. */
export function reveal(pieces: readonly Piece[]): string {
  return pieces.map(piece => (piece instanceof Secret ? piece.reveal() : piece)).join('');
}

/** Returns the text with every secret masked, for display. */
export function masked(pieces: readonly Piece[]): string {
  return pieces.map(String).join('');
}

/** Changes the text of every piece; secrets stay secrets. */
export function mapPieces(pieces: readonly Piece[], change: (text: string) => string): Piece[] {
  return pieces.map(piece => (piece instanceof Secret ? new Secret(change(piece.reveal())) : change(piece)));
}
