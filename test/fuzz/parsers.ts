import fc from 'fast-check';
import { documentLoop } from '../unit/records/documentLoops';
import { dataParsers } from './dataParsers';
import { guardParser } from './guardParser';
import { parser, type Parser } from './parser';
import { requestParsers } from './requestParsers';
import { secretParsers } from './secretParsers';

export const parsers: readonly Parser[] = [
  ...requestParsers,
  ...dataParsers,
  guardParser,
  ...secretParsers,
  // The input is a seed, which determines a sequence of edits, saves and failures.
  parser('grid, text and save of a document', fc.nat(), async seed => void (await documentLoop(seed))),
];
