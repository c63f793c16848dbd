import { isRecord, recordOf } from '@datacortex/platform'
import { parseXml as parsedXml } from '@datacortex/text/xml'
import { fileError } from './errors.ts'

/** An element: its attributes begin with `@`, its children have their names without prefix. */
export type XmlElement = Readonly<Record<string, unknown>>

/** Parses a small XML file of an archive. Entities of its own are refused: they multiply. `bytes`: UTF-8. */
export function parseXml(bytes: Uint8Array, { name, format }: { name: string; format: string }): XmlElement {
  try {
    return recordOf(parsedXml(new TextDecoder().decode(bytes), { removeNSPrefix: true }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw fileError('FILE_BROKEN', { name, format, reason }, { cause: error })
  }
}

/** Children of a name; none, one and many look alike. */
export function elements(parent: unknown, name: string): readonly XmlElement[] {
  const value = isRecord(parent) ? parent[name] : undefined
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.map((item) => (isRecord(item) ? item : { '#text': item }))
}

export function textOf(element: XmlElement | undefined, name = '#text'): string {
  const value = element?.[name]
  return typeof value === 'string' ? value.trim() : ''
}
