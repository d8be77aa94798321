import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { root } from '../../host/launcher/root';

/** Pattern of animations in a style, a picture or a script. */
const motions =
  /\b(?:animation|transition)(?:-[a-z-]+)?\s*:|@keyframes|scroll-behavior|<(?:animate|set|marquee)\w*\b|behavior: *'smooth'|\.animate\(/g;

function filesOf(folder: string, ending: RegExp): string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter(name => ending.test(name)).map(name => path.join(folder, name));
}

describe('reduced motion', () => {
  it('needs no rule: nothing in our pages and pictures is animated', () => {
    const files = [...filesOf('src/ui', /\.(?:css|ts)$/), ...filesOf('media', /\.svg$/)];
    assert.ok(files.some(file => file.endsWith('grid.css')) && files.some(file => file.endsWith('sandbox.svg')));
    const moving = files.flatMap(file =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(motions)].map(([motion]) => `${file}: ${motion}`),
    );
    assert.deepEqual(moving, []);
  });
});
