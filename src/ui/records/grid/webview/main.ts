import type { Words } from '../protocol';
import { GridPage, type PageHost } from './gridPage';

declare function acquireVsCodeApi(): PageHost;

const host = acquireVsCodeApi();
const words = JSON.parse(document.body.dataset['words'] ?? '{}') as Words;
new GridPage(words, host).begin();
