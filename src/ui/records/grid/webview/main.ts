import type { FilterMessage } from '../filterProtocol';
import type { FromPage, Words } from '../protocol';
import { GridPage, type KeptState } from './gridPage';

/** The API that VS Code gives to a webview. */
interface Host {
  postMessage(message: FromPage | FilterMessage): void;
  getState(): KeptState | undefined;
  setState(state: KeptState): void;
}
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const words = JSON.parse(document.body.dataset['words'] ?? '{}') as Words;
new GridPage(words, host).begin();
