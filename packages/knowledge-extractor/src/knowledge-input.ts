import { extname } from 'node:path'
import type { Extraction } from '@datacortex/plugin'

/** Content to make knowledge of. */
export type KnowledgeInput =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  /** A folder that is one thing, such as an export of a chat program; other folders are for `ingest`. */
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string; readonly name?: string | undefined }
  /** Content that lies in no file, such as a PDF on stdin. */
  | {
      readonly kind: 'bytes'
      readonly bytes: Uint8Array
      /** Media type by content. */
      readonly contentType: string
      readonly name: string
    }
  /** What somebody extracted already, such as a page that research has gathered. */
  | {
      readonly kind: 'extraction'
      /** Address or path it came from. */
      readonly name: string
      /** The address that was asked for, which its pages may not name. */
      readonly url?: string | undefined
      readonly extraction: Extraction
      readonly inputType: InputType
    }

/** Kinds of input of DIP-0021 §4.1. */
export type InputType = 'url' | 'file' | 'pdf' | 'conversation' | 'text'

export function inputName(input: KnowledgeInput): string {
  if (input.kind === 'url') return input.url.replace(credentials, '$1***@')
  if (input.kind === 'text') return input.name ?? 'text'
  return input.kind === 'extraction' || input.kind === 'bytes' ? input.name : input.path
}

const credentials = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i

export function firstType(input: KnowledgeInput): InputType {
  if (input.kind === 'extraction') return input.inputType
  if (input.kind === 'text') return 'text'
  if (input.kind === 'bytes') return input.contentType === 'application/pdf' ? 'pdf' : 'file'
  const name = input.kind === 'url' ? (URL.parse(input.url)?.pathname ?? '') : inputName(input)
  if (extname(name).toLowerCase() === '.pdf') return 'pdf'
  return input.kind === 'url' ? 'url' : 'file'
}
