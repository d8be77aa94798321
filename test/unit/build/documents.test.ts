import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';

interface Manifest {
  scripts: Record<string, string>;
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, unknown> };
    colors: { id: string }[];
    customEditors: { viewType: string }[];
  };
}

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const { scripts, contributes } = read<Manifest>('package.json');

const pages = ['.', 'docs'].flatMap(folder =>
  readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => path.join(folder, name)),
);

/** Returns the text of a page without its examples. */
function prose(page: string): string {
  return readFileSync(page, 'utf8').replace(/^```.*?^```$/gms, '');
}

/** Returns the width of a line in columns; Chinese characters take two. */
function columns(line: string): number {
  return [...line].reduce((sum, character) => sum + (/[\p{sc=Han}，。；：、“”]/u.test(character) ? 2 : 1), 0);
}

/** All visible texts, without icons and trailing punctuation. */
const shown = new Set(
  [
    ...Object.values(read<Record<string, string>>('package.nls.json')),
    ...Object.values(read<Record<string, string>>('package.nls.zh-cn.json')),
    ...Object.entries(read<Record<string, string>>('l10n/bundle.l10n.zh-cn.json')).flat(),
  ]
    // Welcome views and the walkthrough contain buttons in their texts.
    .flatMap(text => [text, ...[...text.matchAll(/\[([^\]]+)\]\(command:/g)].map(([, label = '']) => label)])
    .map(plain),
);

function plain(text: string): string {
  return text
    .replace(/\$\([\w-]+\)/g, '')
    .trim()
    .replace(/[.。:：…]$/, '');
}

/** Returns all matches of the pattern's first group, with their pages. */
function found(pattern: RegExp, of = pages): { page: string; text: string }[] {
  return of.flatMap(page => [...prose(page).matchAll(pattern)].map(([, text = '']) => ({ page, text })));
}

describe('documentation', () => {
  it('has no table wider than 120 columns', () => {
    const files = [...pages, ...readdirSync('docs/decisions').map(name => path.join('docs', 'decisions', name))];
    const wide = files.flatMap(page => {
      const rows = prose(page)
        .split('\n')
        .filter(line => line.startsWith('|'));
      return rows.filter(row => columns(row) > 120).map(row => `${page}: ${row.slice(0, 60)}`);
    });
    assert.deepEqual(wide, []);
  });

  it('names existing commands, settings, colours and editors', () => {
    const known = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...Object.keys(contributes.configuration.properties),
      ...contributes.colors.map(({ id }) => id),
      ...contributes.customEditors.map(({ viewType }) => viewType),
      ...['hydrogen.json', 'hydrogen.d.ts'],
    ]);
    const named = found(/`(hydrogen(?:\.\w+)+)`/g);
    assert.ok(named.length > 100);
    assert.deepEqual(
      named.filter(({ text }) => !known.has(text)),
      [],
    );
  });

  it('uses bold text within a sentence only for visible labels', () => {
    const words = [
      'Hydrogen',
      'Hydrogen:',
      'File: Revert File',
      'Save without Formatting',
      'Reopen Editor With…',
      // Commands of VS Code's own Testing view.
      ...['Execute Using Profile...', 'Select Default Profile', 'Run All Tests', 'Rerun Failed Tests'],
      ...['Start Continuous Run', 'Clear All Results'],
      'every',
      'no',
      'on this machine, with your rights',
    ];
    // In these files, bold text at the start of a list item is a heading, not a label.
    const headed = ['README.md', 'README.zh-CN.md', 'CHANGELOG.md', 'security.md'];
    const features = /^- \*\*[^*]+\*\*/gm;
    const labels = pages.flatMap(page => {
      const text = headed.includes(path.basename(page)) ? prose(page).replace(features, '') : prose(page);
      return [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, bold = '']) => `${page}: ${bold.replace(/\s+/g, ' ')}`);
    });
    assert.ok(labels.length > 50);
    const unknown = labels.filter(label => {
      const text = label.slice(label.indexOf(': ') + 2);
      return !words.includes(text) && !shown.has(plain(text.replace(/^Hydrogen: /, '')));
    });
    assert.deepEqual(unknown, []);
  });

  it('quotes existing messages in the lists of troubleshooting', () => {
    const quoted = found(/^- ["“](.+?)["”](?::|：)/gm).flatMap(({ page, text }) =>
      text.split(/["”](?:, |、)["“]/).map(part => ({ page, text: part })),
    );
    assert.ok(quoted.length > 5);
    const says = (part: string) => {
      const pieces = part.toLowerCase().split('…');
      return [...shown].some(text => {
        let end = 0;
        return pieces.every(piece => {
          const at = text.toLowerCase().indexOf(piece.trim(), end);
          end = at + piece.trim().length;
          return at >= 0;
        });
      });
    };
    assert.deepEqual(
      quoted.filter(({ text }) => !says(text)),
      [],
    );
  });

  it('names existing scripts, files, pictures and headings', () => {
    const run = found(/npm run ([\w:-]+)/g).filter(({ text }) => scripts[text] === undefined);
    assert.deepEqual(run, []);
    const links = found(/\]\((?!https?:|command:)([^)\s]+)\)/g);
    assert.ok(links.length > 20);
    const broken = links.filter(({ page, text }) => {
      const [file = '', anchor] = text.split('#');
      const target = file === '' ? page : path.join(path.dirname(page), file);
      return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    assert.deepEqual(broken, []);
  });
});

/** Returns the anchors of a page's headings. */
function anchors(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
