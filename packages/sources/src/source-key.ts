import type { RegisteredSource } from './read-sources.ts'
import type { SourcePorts } from './source-ports.ts'

export function sourceKey({ secret }: Pick<SourcePorts, 'secret'>) {
  return async (source: RegisteredSource, name: string) => await secret(name, { source, sentTo: keyHosts(source) })
}

/**
 * The hosts that an entry itself names, which get its key: they may be anybody's.
 * @example keyHosts(source) // ['wiki.example:8443']
 */
export function keyHosts({ mcp, request }: Pick<RegisteredSource, 'mcp' | 'request'>): readonly string[] {
  // Placeholders stand in the path and the parameters only: the host of an entry is written out.
  return [mcp?.url, request?.url].flatMap((url) => (url === undefined ? [] : [URL.parse(url)?.host ?? '']))
}
