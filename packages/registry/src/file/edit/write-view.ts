import { CodedError } from '@datacortex/errors'
import { type Document, isCollection, isMap, isScalar } from 'yaml'
import { registryError } from '../../errors.ts'
import { changeAt, changeOfFile, changedKeys, changedNode } from './change.ts'
import { countAliases, keptAliases } from './kept-aliases.ts'
import { parseRegistry } from '../read/parse-registry.ts'
import { patchMap } from './patch-map.ts'
import type { RegistryView } from '../registry-view.ts'
import { detectStyle } from './render-yaml.ts'
import { createSourceText } from './source-text.ts'
import { applyPatches } from './text-patch.ts'
import { unreadValues } from './unread-values.ts'

const header = 'version: "1.0.0"\nprotocol: "datacore-agent-registry/v1"\nagents:\n'

/** The text of a registry that says what a view says, with everything else as it was. `after`: what it shall say. */
export function writeView(
  { text, document, before, file }: { text: string; document: Document; before: RegistryView; file: string },
  after: RegistryView,
): string {
  const change = changeOfFile(before, after)
  if (changedKeys(change).length === 0) return text
  if (saysNothing(document)) {
    const [start, end] = document.contents?.range ?? [0, 0]
    // Comments of an otherwise empty file stay.
    const comments = `${text.slice(0, start)}${text.slice(end)}`
    const fresh = `${comments.trim() === '' ? '' : withLineBreak(comments)}${header}`
    return writeView({ text: fresh, before, file, document: parseRegistry(fresh, { file }).document }, after)
  }
  const unread = unreadValues(document.contents, change)
  if (unread.length > 0) throw registryError('REGISTRY_EDIT_REFUSED', { file, subjects: unread, isUnread: true })
  const ending = withLineBreak(text)
  const aliases = countAliases(document.contents) === 0 ? 0 : keptAliases(document.contents, change)
  for (const attempt of [patchedText, rewrittenText]) {
    const result = attempt(ending, { document, before, after })
    // Anyone who ends files without a line break keeps it so, unless the last value would lose its own.
    const results = result === undefined ? [] : ending === text ? [result] : [result.replace(/\r?\n$/, ''), result]
    const exact = results.find((each) => saysExactly(each, { after, file, aliases }))
    if (exact !== undefined) return exact
  }
  const subjects = changedKeys(change).flatMap((key) => changedKeys(changeAt(change, key)))
  throw registryError('REGISTRY_EDIT_REFUSED', { file, subjects })
}

type Attempt = { readonly document: Document; readonly before: RegistryView; readonly after: RegistryView }

function patchedText(text: string, { document, before, after }: Attempt): string | undefined {
  const { contents } = document
  if (!isMap(contents)) return undefined
  const context = { document, source: createSourceText(text), style: detectStyle(document, text), patchMap }
  const patches = patchMap(contents, changeOfFile(before, after), context)
  return patches === undefined ? undefined : applyPatches(text, patches)
}

// Files in flow style or with explicit keys: the parser's own writer keeps comments and order, not each space.
function rewrittenText(text: string, { document, before, after }: Attempt): string | undefined {
  const { indent, indentSeq, eol } = detectStyle(document, text)
  const copy = document.clone()
  const contents = changedNode(document.contents, changeOfFile(before, after), document)
  if (!isMap(contents)) return undefined
  copy.contents = contents
  try {
    return copy.toString({ lineWidth: 0, indent, indentSeq }).replaceAll('\n', eol)
  } catch (error) {
    // The anchor of another entry stood in what was removed.
    if (error instanceof Error && error.message.startsWith('Unresolved alias')) return undefined
    throw error
  }
}

type Wanted = { readonly after: RegistryView; readonly file: string; readonly aliases: number }

/** Whether a text says what it shall, and still shares with others what it shared. */
function saysExactly(text: string, { after, file, aliases }: Wanted): boolean {
  try {
    const { view, document } = parseRegistry(text, { file })
    return changedKeys(changeOfFile(view, after)).length === 0 && countAliases(document.contents) >= aliases
  } catch (error) {
    if (CodedError.is(error, 'REGISTRY_YAML_INVALID')) return false
    throw error
  }
}

function saysNothing({ contents }: Document): boolean {
  if (isCollection(contents)) return contents.items.length === 0
  return contents === null || (isScalar(contents) && contents.value === null)
}

function withLineBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${text.includes('\r\n') ? '\r\n' : '\n'}`
}
