import { dataParsers } from './dataParsers';
import type { Parser } from './parser';
import { requestParsers } from './requestParsers';

export const parsers: readonly Parser[] = [...requestParsers, ...dataParsers];
