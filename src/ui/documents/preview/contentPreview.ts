import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import { getContent, type Content } from '../../../api/webApi/contents';
import type { ApplicationStore } from '../../applications/applicationStore';
import { readAddress } from '../documentAddress';
import { environmentName } from '../../nodes/environmentName';
import type { Http } from '../../network/http';
import { plainText } from '../../messages/plainText';
import { webApiTarget } from '../../applications/environmentTarget';
import { fillPanel, openPreviewPanel, sanitized } from './previewPanel';
import { withViewProgress } from '../../platform/dialogs';

interface Preview {
  panel: vscode.WebviewPanel;
  title: string;
  targetLabel: string;
  content: Content;
  /** True after the user allowed images in this preview. */
  images: boolean;
  /** The number of images that can be shown. */
  imageCount: number;
}

const viewType = 'hydrogen.contentPreview';

/** Previews of contents, one editor each. */
export class ContentPreviews implements vscode.Disposable {
  readonly #applications: Pick<ApplicationStore, 'list'>;
  readonly #http: Pick<Http, 'fetch'>;
  readonly #previews = new Map<string, Preview>();

  constructor(applications: Pick<ApplicationStore, 'list'>, http: Pick<Http, 'fetch'>) {
    this.#applications = applications;
    this.#http = http;
  }

  /** Reads the content that the URI of a JSON document names, and shows its HTML. */
  async show(uri: vscode.Uri, column: vscode.ViewColumn): Promise<void> {
    const { id, target } = readAddress(uri, this.#applications);
    const content = await withViewProgress('hydrogen.applications', async () =>
      getContent(webApiTarget(target), id, { fetch: await this.#http.fetch() }),
    );
    const environment = plainText(environmentName(target.environment), 60);
    const title = plainText(content.title ?? vscode.l10n.t('Content {0}', id), 80);
    const targetLabel = `${plainText(target.application.name, 60)} · ${environment}`;
    const key = uri.toString();
    const shown = this.#previews.get(key);
    const panel = shown?.panel ?? this.#open(key, column);
    panel.title = `${title} · ${environment}`;
    const preview = { panel, title, targetLabel, content, images: shown?.images ?? false, imageCount: 0 };
    this.#previews.set(key, preview);
    panel.reveal();
    await this.#render(preview);
  }

  /** Loads the images of the active preview after the user agreed. */
  async showImages(): Promise<void> {
    const front = this.#active;
    if (front === undefined) return;
    front.images = true;
    await this.#render(front);
  }

  dispose(): void {
    for (const { panel } of this.#previews.values()) panel.dispose();
  }

  get #active(): Preview | undefined {
    return [...this.#previews.values()].find(({ panel }) => panel.active);
  }

  #open(key: string, column: vscode.ViewColumn): vscode.WebviewPanel {
    const panel = openPreviewPanel(viewType, column);
    panel.onDidChangeViewState(() => this.#updateContext());
    panel.onDidDispose(() => {
      this.#previews.delete(key);
      this.#updateContext();
    });
    return panel;
  }

  async #render(preview: Preview): Promise<void> {
    preview.imageCount = await fill(preview);
    this.#updateContext();
  }

  #updateContext(): void {
    const front = this.#active;
    const hidden = front !== undefined && !front.images && front.imageCount > 0;
    void vscode.commands.executeCommand('setContext', 'hydrogen.preview.imagesHidden', hidden);
  }
}

/** Renders the preview. Returns the number of images. */
async function fill({ panel, title, targetLabel, content, images }: Preview): Promise<number> {
  const { description, content: html } = content.raw;
  const body = await sanitized(typeof html === 'string' ? html : '', images);
  const notices = [
    ...(body.isCut ? [vscode.l10n.t('This is only the beginning of the page.')] : []),
    ...(body.html.trim() === '' ? [vscode.l10n.t('This content has no text.')] : []),
    ...(!images && body.images > 0
      ? [
          vscode.l10n.t(
            'Images are not loaded: {0}. “Show Images” in the title of this editor loads them.',
            body.images,
          ),
        ]
      : []),
  ];
  const notice = notices.length === 0 ? undefined : joinSentences(notices);
  fillPanel(panel, {
    title,
    targetLabel,
    notice,
    images,
    body: body.html,
    description: typeof description === 'string' ? plainText(description, 1000) : '',
  });
  return body.images;
}
