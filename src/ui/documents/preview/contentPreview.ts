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

/** Previews of contents, one editor each. */
interface ContentPreviews extends vscode.Disposable {
  /** Reads the content that the URI of a JSON document names, and shows its HTML. */
  show(uri: vscode.Uri, column: vscode.ViewColumn): Promise<void>;
  /** Loads the images of the active preview after the user agreed. */
  showImages(): Promise<void>;
}

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

export function createContentPreviews(
  applications: Pick<ApplicationStore, 'list'>,
  http: Pick<Http, 'fetch'>,
): ContentPreviews {
  const previews = new Map<string, Preview>();
  const active = () => [...previews.values()].find(({ panel }) => panel.active);
  const updateContext = () => {
    const front = active();
    const hidden = front !== undefined && !front.images && front.imageCount > 0;
    void vscode.commands.executeCommand('setContext', 'hydrogen.preview.imagesHidden', hidden);
  };
  const render = async (preview: Preview) => {
    preview.imageCount = await fill(preview);
    updateContext();
  };
  return {
    async show(uri, column) {
      const { id, target } = readAddress(uri, applications);
      const content = await withViewProgress('hydrogen.applications', async () =>
        getContent(webApiTarget(target), id, { fetch: await http.fetch() }),
      );
      const environment = plainText(environmentName(target.environment), 60);
      const title = plainText(content.title ?? vscode.l10n.t('Content {0}', id), 80);
      const targetLabel = `${plainText(target.application.name, 60)} · ${environment}`;
      const key = uri.toString();
      const panel = previews.get(key)?.panel ?? open(key, column);
      panel.title = `${title} · ${environment}`;
      const preview: Preview = {
        panel,
        title,
        targetLabel,
        content,
        images: previews.get(key)?.images ?? false,
        imageCount: 0,
      };
      previews.set(key, preview);
      panel.reveal();
      await render(preview);
    },
    async showImages() {
      const front = active();
      if (front === undefined) return;
      front.images = true;
      await render(front);
    },
    dispose() {
      for (const { panel } of previews.values()) panel.dispose();
    },
  };

  function open(key: string, column: vscode.ViewColumn): vscode.WebviewPanel {
    const panel = openPreviewPanel(viewType, column);
    panel.onDidChangeViewState(updateContext);
    panel.onDidDispose(() => {
      previews.delete(key);
      updateContext();
    });
    return panel;
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
