import { randomBytes } from 'node:crypto';
import { l10n, Uri, type Webview } from 'vscode';

/** Hash of the empty text: the toolkit appends one empty style element to find out what the browser can do. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** The page of the chat: our script and style, nothing else, under a strict content security policy. */
export function chatHtml(webview: Webview, extensionUri: Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (name: string): string =>
    webview.asWebviewUri(Uri.joinPath(extensionUri, 'dist', name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} '${EMPTY_STYLE}'`,
    `img-src ${webview.cspSource} data:`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${asset('webview.css')}">
</head>
<body>
<div id="root"></div>
<script type="application/json" id="l10n">${jsonForHtml(l10n.bundle ?? {})}</script>
<script nonce="${nonce}" src="${asset('webview.js')}"></script>
</body>
</html>`;
}

function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
