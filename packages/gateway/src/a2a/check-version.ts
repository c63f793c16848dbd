import { ProtocolError } from './protocol-error.ts'

/**
 * Checks the version that a client speaks: `1.0` in the header or query `A2A-Version`. Nothing means 0.3, which is not
 * spoken here; a patch number is passed over.
 *
 * @param request - Of the client.
 * @throws {@link ProtocolError} VERSION_NOT_SUPPORTED.
 * @see A2A 1.0.1 §3.6
 */
export function checkVersion(request: Request): void {
  const header = request.headers.get('a2a-version')?.trim()
  const asked = header || new URL(request.url).searchParams.get('A2A-Version')?.trim() || '0.3'
  if (/^1\.0(?:\.\d+)?$/.test(asked)) return
  throw new ProtocolError('VERSION_NOT_SUPPORTED', `A2A ${asked.slice(0, 20)} is not spoken here, but 1.0.`, {
    metadata: { supportedVersions: '1.0' },
  })
}
