import { type Finding, withoutUndefined } from '@datacortex/errors'
import { invisibleFinding, markdownBlocks, oneLine, sanitiseText } from '@datacortex/content'
import type { ExtractedDocument, Extraction, SubAgentInput } from '@datacortex/plugin'
import { fileError } from './errors.ts'
import type { FileSettings } from './file-settings.ts'
import { fileText } from './file-text.ts'
import type { Reader, ReadResult } from './reader.ts'

/** Reads a file and makes what its reader found a clean document. */
export async function extractFile(
  input: SubAgentInput,
  { read, settings, signal }: { read: Reader; settings: FileSettings; signal: AbortSignal },
): Promise<Extraction> {
  const { name, bytes, url } = input
  if (bytes.length === 0) throw fileError('FILE_EMPTY', { name })
  const findings: Finding[] = []
  let decoded: string | undefined
  const text = (): string => {
    if (decoded !== undefined) return decoded
    const found = fileText(input)
    findings.push(...found.findings)
    decoded = found.text
    return decoded
  }
  const result = await read({ name, bytes, text, settings, signal, ...(url === undefined ? {} : { url }) })
  signal.throwIfAborted()
  const clean = sanitiseText(result.text)
  const shown = clean.text.replaceAll(/\n{4,}/g, '\n\n\n').trim()
  if (shown === '') throw fileError('FILE_EMPTY', { name })
  return {
    documents: [documentOf(result, { shown, name, url })],
    findings: [...findings, ...invisibleFinding(clean.removed, name), ...(result.findings ?? [])],
  }
}

type Shown = { readonly shown: string; readonly name: string; readonly url: string | undefined }

function documentOf(result: ReadResult, { shown, name, url }: Shown): ExtractedDocument {
  const { title, authors = [], tags = [], findings: _, text: __, ...fields } = result
  const known = withoutUndefined(fields)
  const stated = oneLine(title ?? '')
  const address = result.url ?? url
  return {
    ...known,
    id: '',
    title: stated === '' ? stemOf(name) : stated,
    text: shown,
    blocks: markdownBlocks(shown),
    authors: cleaned(authors),
    ...(tags.length === 0 ? {} : { tags: cleaned(tags) }),
    ...(address === undefined ? {} : { url: address }),
  }
}

function cleaned(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.map(oneLine).filter((line) => line !== ''))]
}

/** `notes/tide_table.csv` is called `tide table`. */
function stemOf(name: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  return oneLine(last.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '').replaceAll('_', ' ')) || 'Untitled'
}
