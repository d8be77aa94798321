import { dataParsers } from './dataParsers';
import { guardParser } from './guardParser';
import type { Parser } from './parser';
import { requestParsers } from './requestParsers';

export const parsers: readonly Parser[] = [...requestParsers, ...dataParsers, guardParser];
