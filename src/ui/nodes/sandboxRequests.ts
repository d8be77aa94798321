import * as vscode from 'vscode';
import type { RecordedRequest } from '../../sandbox/sandbox';
import { applicationKey, type Application } from '../../applications/application';
import type { ApplicationNode } from './application';
import { joinNonEmpty } from './listRow';
import type { NodeBase } from './nodeBase';
import { nodeKind } from './nodeKind';

/** The row with the last requests to the sandbox, below the environments of the sandbox's first application. */
export interface SandboxRequestsNode extends NodeBase {
  kind: 'sandboxRequests';
}

interface SandboxRequestNode extends NodeBase {
  kind: 'sandboxRequest';
  sent: ShownSandboxRequest;
}

interface ShownSandboxRequest {
  request: RecordedRequest;
  /** `undefined` for authorization requests, which have no environment. */
  environmentName: string | undefined;
  /** The document with request and response. */
  uri: vscode.Uri;
}

export interface SandboxRequestSource {
  /**
   * Returns the first application of the sandbox, which shows the requests; `undefined` while the sandbox does not run.
   */
  sandboxApplication: () => Application | undefined;
  /** Returns the requests, newest first. */
  sandboxRequests: () => readonly ShownSandboxRequest[];
}

export const sandboxRequests = nodeKind<SandboxRequestsNode>()({
  label: () => vscode.l10n.t('Requests'),
  row: () => ({ children: 'collapsed', contextValue: 'sandboxRequests', icon: 'pulse' }),
  fixed: {
    below: 'application',
    rows(parent: ApplicationNode, { sandboxApplication }: SandboxRequestSource): SandboxRequestsNode[] {
      const { application } = parent;
      const first = sandboxApplication();
      if (first === undefined || applicationKey(first) !== parent.id) return [];
      return [{ kind: 'sandboxRequests', id: `${parent.id}/requests`, parent, application }];
    },
  },
});

export const sandboxRequest = nodeKind<SandboxRequestNode>()({
  label: ({ sent: { request } }) => `${request.method} ${request.path}`,
  row({ sent: { request, environmentName, uri } }) {
    const failed = request.status === 0 || request.status >= 400;
    const status = statusText(request);
    const { start, end } = parts(request.path);
    // VS Code cuts off long rows, so the distinguishing parts come first: the status and the end of the path.
    const label = `${status} · ${request.method} ${start === '' ? '' : '…'}${end}`;
    const milliseconds = Math.round(request.milliseconds);
    const time = joinNonEmpty([vscode.l10n.t('{0} ms', milliseconds), environmentName]);
    return {
      label,
      children: 'none',
      contextValue: 'sandboxRequest',
      icon: failed ? 'error' : 'pass',
      colour: failed ? 'testing.iconFailed' : 'testing.iconPassed',
      description: joinNonEmpty([time, start]),
      tooltip: joinNonEmpty([`${request.method} ${request.path}`, `${status} · ${time}`, request.note], '\n'),
      command: { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] },
      spoken: joinNonEmpty(
        [
          `${status} · ${request.method} ${start}${end}`,
          milliseconds === 1 ? vscode.l10n.t('1 millisecond') : vscode.l10n.t('{0} milliseconds', milliseconds),
          environmentName,
        ],
        ', ',
      ),
    };
  },
  fixed: {
    below: 'sandboxRequests',
    rows: (parent: SandboxRequestsNode, { sandboxRequests }: SandboxRequestSource) =>
      sandboxRequests().map((sent): SandboxRequestNode => {
        const id = `${parent.id}/${sent.request.at}-${sent.request.id}`;
        return { kind: 'sandboxRequest', id, parent, application: parent.application, sent };
      }),
  },
});

/** Splits a path before its last two segments and drops the query. */
function parts(path: string): { start: string; end: string } {
  const [, start = '', end = ''] = /^([^?]*?)((?:\/[^/?]*){0,2}\/?)(?:\?.*)?$/.exec(path) ?? [];
  return { start, end };
}

/** Returns the HTTP status as text; 0 means no response. */
export function statusText({ status }: RecordedRequest): string {
  return status === 0 ? vscode.l10n.t('no response') : String(status);
}
