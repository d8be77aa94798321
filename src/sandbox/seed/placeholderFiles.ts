import { placeholderSize } from '../../world/convert';

/** The smallest images that browsers draw: one pixel. */
const images: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'image/webp': 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
};

const texts: Readonly<Record<string, string>> = {
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  'application/json': '{}',
  'text/html': '<!doctype html><title>Placeholder</title>',
};

const pages = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
];

/**
 * Returns the content of a placeholder file: a minimal file of the type if one is known, otherwise a text. Spaces pad
 * it to `placeholderSize`; programs ignore bytes after the end of an image.
 */
export function placeholderBytes(type: string): Buffer {
  const bytes = Buffer.alloc(placeholderSize, ' ');
  const image =
    images[type] ?? (type.startsWith('image/') && texts[type] === undefined ? images['image/png'] : undefined);
  if (image !== undefined) Buffer.from(image, 'base64').copy(bytes);
  else bytes.write(type === 'application/pdf' ? emptyPdf() : (texts[type] ?? 'Placeholder'));
  return bytes;
}

/** Creates a PDF of one empty page. */
function emptyPdf(): string {
  let text = '%PDF-1.4\n';
  const offsets = pages.map((page, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${page}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = pages.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\n`;
  return `${text}${table}startxref\n${text.length}\n%%EOF\n`;
}
