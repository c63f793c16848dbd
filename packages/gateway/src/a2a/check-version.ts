import { withoutControls } from '@datacortex/errors'
import { ProtocolError } from './protocol-error.ts'

/** Which version a client speaks, by the header or query `A2A-Version`. Throws if it is none that is spoken here. */
export function checkVersion(request: Request, { speaks03 = false }: { speaks03?: boolean } = {}): '1.0' | '0.3' {
  const header = request.headers.get('a2a-version')?.trim()
  const asked = header || new URL(request.url).searchParams.get('A2A-Version')?.trim() || undefined
  if (asked !== undefined && /^1\.0(?:\.\d+)?$/.test(asked)) return '1.0'
  if (speaks03 && (asked === undefined || /^0\.3(?:\.\d+)?$/.test(asked))) return '0.3'
  const said =
    asked === undefined
      ? 'The header A2A-Version is missing, which means 0.3'
      : `A2A-Version is ${withoutControls(asked).slice(0, 20)}`
  const [spoken, supportedVersions] = speaks03 ? ['1.0 and 0.3 are', '1.0,0.3'] : ['only 1.0 is', '1.0']
  const message = `${said}; ${spoken} spoken here. Send "A2A-Version: 1.0".`
  throw new ProtocolError('VERSION_NOT_SUPPORTED', message, { metadata: { supportedVersions } })
}
