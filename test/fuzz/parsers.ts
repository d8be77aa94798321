import { dataParsers } from './dataParsers';
import { guardParser } from './guardParser';
import type { Parser } from './parser';
import { requestParsers } from './requestParsers';
import { secretParsers } from './secretParsers';

export const parsers: readonly Parser[] = [...requestParsers, ...dataParsers, guardParser, ...secretParsers];
