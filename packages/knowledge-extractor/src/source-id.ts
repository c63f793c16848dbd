import { basename, isAbsolute, relative, sep } from 'node:path'
import { safeLink } from '@datacortex/content'
import { redact } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import type { ExtractedDocument } from '@datacortex/plugin'
import { type KnowledgeInput, inputName } from './knowledge-input.ts'
import { fieldText } from './notes/inline-text.ts'

export type SourceIdentity = {
  /** The same for every version of one document. */
  readonly id: string
  /** An address without the keys in it, a path, or words. */
  readonly shown: string
  /** The whole address, to compare and to judge by; with the keys in it it is nothing for a note. */
  readonly url?: string | undefined
}

/** What a document is known by: its own id in a conversation export, its address, its path, its content. */
export function sourceIdentity(document: ExtractedDocument, options: IdentityOptions): SourceIdentity {
  const { id, shown, url } = identityOf(document, options)
  return { id: fieldText(withoutFolders(plainName(id))), shown: fieldText(plainName(shown)), url }
}

/** A file may have any character in its name, and a field that is read line by line may not. */
function plainName(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (control) => encodeURIComponent(control))
}

function identityOf(document: ExtractedDocument, { input, root, contentHash, isPage }: IdentityOptions) {
  const part = document.id === '' ? '' : `#${document.id}`
  const address = URL.canParse(document.url ?? '') ? document.url : input.kind === 'url' ? input.url : undefined
  const url = address === undefined ? undefined : safeLink(address)
  const shown = url === undefined ? undefined : redact(url)
  if (document.conversation !== undefined && document.id !== '')
    return {
      id: `conversation:${document.conversation.format}:${document.id}`,
      shown: shown ?? shownPlace(input, root),
      url,
    }
  // Many notes may name one source. Only a saved page is what stands at its address.
  const isNote = input.kind === 'file' && !isPage
  if (url !== undefined && shown !== undefined && !isNote)
    return { id: withoutKeys(`url:${/#!/.test(url) ? url : url.replace(/#.*$/s, '')}${part}`), shown, url }
  if (input.kind === 'text' || input.kind === 'bytes')
    return { id: `text:${contentHash}${part}`, shown: inputName(input) }
  const path = place(input, root)
  return { id: `file:${path}${part}`, shown: shown ?? shownPlace(input, root), url }
}

export type IdentityOptions = {
  readonly input: KnowledgeInput
  readonly root: string
  readonly contentHash: string
  readonly isPage: boolean
}

function place(input: KnowledgeInput, root: string): string {
  const name = inputName(input)
  if (input.kind !== 'file' && input.kind !== 'folder') return name
  return insidePath(root, name) ?? name
}

/** The path of a file relative to the space, with `/`; undefined if it lies outside. */
export function insidePath(root: string, path: string): string | undefined {
  const inside = relative(root, path)
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : inside.split(sep).join('/')
}

/** Notes are shared: where a file lies on somebody's machine is nobody else's business. */
function shownPlace(input: KnowledgeInput, root: string): string {
  const path = place(input, root)
  return path === inputName(input) && input.kind === 'file' ? basename(path) : path
}

/** The identity of a file outside of the space as notes hold it; those of before have its whole path. */
export function withoutFolders(id: string): string {
  if (!/^file:(?:\.\.|\/|[a-z]:[\\/]|\\\\)/i.test(id)) return id
  const path = id.slice('file:'.length)
  return `file:${path.split(/[\\/]/).at(-1)} ${shortKey(path)}`
}

/** An identity as notes hold it: they are shared, so a key in an address is no part of it. */
export function withoutKeys(id: string): string {
  if (!id.startsWith('url:')) return id
  const hidden = redact(id)
  return hidden === id ? id : `${hidden}#${shortKey(id)}`
}

/** The input itself as the memory may know it: a file of the space, and the companion beside it. */
export function ownPaths(input: KnowledgeInput, root: string): readonly string[] {
  if (input.kind !== 'file') return []
  const path = place(input, root)
  return path === input.path ? [] : [path, `${path}.md`].map((one) => one.normalize('NFC'))
}

/** A short name for an identity, where two documents want the same file. */
export function shortKey(id: string): string {
  return sha256(id).slice(0, 8)
}
