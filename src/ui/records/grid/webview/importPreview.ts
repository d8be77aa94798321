import type { PreviewContent } from '../../../../records/transfer/previewTable';
import { element } from './dom';

const { title, counts, notes, words, table } = JSON.parse(document.body.dataset['preview'] ?? '{}') as PreviewContent;

/** Creates a cell for an invalid value. The cell can be reached with Tab and contains the reason as text. */
function wrongCell(text: string, problem: string, columns = 1): HTMLTableCellElement {
  const sign = element('span', { 'aria-hidden': 'true' }, '✗ ');
  const reason = element('span', { class: 'reason' }, sign, problem);
  const value = element('span', { dir: 'auto' }, text);
  return element('td', { class: 'wrong', tabindex: 0, colspan: columns }, value, reason);
}

const head = element(
  'tr',
  {},
  element('th', { scope: 'col' }, words.line),
  ...table.columns.map(name => element('th', { scope: 'col', dir: 'auto' }, name)),
);
const lines = table.rows.map(({ line, cells, problem }) => {
  const number = element('th', { scope: 'row' }, String(line));
  if (problem !== undefined) return element('tr', {}, number, wrongCell('', problem, Math.max(1, cells.length)));
  const shown = cells.map(cell =>
    cell.problem === undefined ? element('td', { dir: 'auto' }, cell.text) : wrongCell(cell.text, cell.problem),
  );
  return element('tr', {}, number, ...shown);
});
const grid = element('table', {}, element('thead', {}, head), element('tbody', {}, ...lines));
grid.setAttribute('aria-label', words.rows);
document.body.append(
  element(
    'main',
    {},
    element('h1', {}, title),
    element('p', {}, counts),
    ...notes.map(note => element('p', { dir: 'auto' }, note)),
    element('div', { class: 'scroller', role: 'region', tabindex: 0, 'aria-label': words.rows }, grid),
  ),
);
