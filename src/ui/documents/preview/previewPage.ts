import { escapedHtml } from '../../messages/escapedHtml';

/** The parts of a preview page. `previewPage` escapes all texts except `body`. */
export interface PreviewPage {
  /** The language of the extension's texts (BCP 47). */
  language: string;
  title: string;
  /** Application and environment. */
  targetLabel: string;
  description: string;
  /** Explains missing parts; `undefined` if nothing is missing. */
  notice: string | undefined;
  /** Sanitized HTML. */
  body: string;
  images: boolean;
  nonce: string;
}

// Theme colors only. The sanitized body has no styles, so it is readable in every theme.
const style = `
body { max-width: 46em; margin: 0 auto; padding: 1em 1.6em 3em; line-height: 1.6;
  font-family: var(--vscode-markdown-font-family, var(--vscode-font-family)); font-size: 14px;
  color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }
header { border-bottom: 1px solid var(--vscode-panel-border, currentColor); margin-bottom: 1.2em; }
header h1 { margin: 0.4em 0 0.2em; }
.target, .description { margin: 0.3em 0; color: var(--vscode-descriptionForeground); }
.notice { padding: 0.5em 0.8em; border-left: 3px solid var(--vscode-editorInfo-foreground, currentColor);
  background: var(--vscode-textBlockQuote-background); }
header, main { overflow-wrap: anywhere; }
a:not([href]) { color: inherit; }
a[href] { color: var(--vscode-textLink-foreground); text-decoration: underline; }
a:focus { outline: 1px solid var(--vscode-focusBorder); }
.embedded { display: block; }
img { max-width: 100%; height: auto; }
.image { padding: 0.1em 0.4em; border: 1px dashed var(--vscode-descriptionForeground);
  color: var(--vscode-descriptionForeground); }
pre, code, kbd, samp { font-family: var(--vscode-editor-font-family); }
pre { padding: 0.8em; overflow: auto; white-space: pre-wrap; background: var(--vscode-textCodeBlock-background); }
blockquote { margin: 1em 0; padding: 0.1em 1em; border-left: 3px solid var(--vscode-textBlockQuote-border);
  background: var(--vscode-textBlockQuote-background); }
table { border-collapse: collapse; }
th, td { padding: 0.3em 0.7em; border: 1px solid var(--vscode-panel-border, currentColor); }
`;

/** Returns a page that can only load https images, and only after the user agreed. */
export function previewPage({
  language,
  title,
  targetLabel,
  description,
  notice,
  body,
  images,
  nonce,
}: PreviewPage): string {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(images ? ['img-src https:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapedHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapedHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header>
<p class="target">${escapedHtml(targetLabel)}</p>
<h1>${escapedHtml(title)}</h1>
${description === '' ? '' : `<p class="description">${escapedHtml(description)}</p>`}
</header>
<main>
${notice === undefined ? '' : `<p class="notice">${escapedHtml(notice)}</p>`}
${body}
</main>
</body>
</html>`;
}
