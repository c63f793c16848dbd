import { withoutControls } from '@datacortex/errors'
import { ProtocolError } from './protocol-error.ts'

/** Checks the version that a client speaks: `1.0` in the header or query `A2A-Version`. */
export function checkVersion(request: Request): void {
  const header = request.headers.get('a2a-version')?.trim()
  const asked = header || new URL(request.url).searchParams.get('A2A-Version')?.trim() || undefined
  if (asked !== undefined && /^1\.0(?:\.\d+)?$/.test(asked)) return
  const said =
    asked === undefined
      ? 'The header A2A-Version is missing, which means 0.3'
      : `A2A-Version is ${withoutControls(asked).slice(0, 20)}`
  const message = `${said}; only 1.0 is spoken here. Send "A2A-Version: 1.0".`
  throw new ProtocolError('VERSION_NOT_SUPPORTED', message, { metadata: { supportedVersions: '1.0' } })
}
