import { CodedError } from '@datacortex/errors'
import type { Extraction, SubAgentInput } from '@datacortex/plugin'
import type { SpacePaths } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'

export type ExtractionModule = {
  readonly module: DiscoveredModule
  readonly settings: Readonly<Record<string, unknown>>
  readonly network: readonly string[]
}

export type ToChild =
  | {
      readonly kind: 'start'
      readonly paths: SpacePaths
      readonly modules: readonly ExtractionModule[]
      readonly userDirectory: string | undefined
      readonly conditions: readonly string[]
      readonly memoryMb: number
      /** Whether robots.txt is respected: for pages that nobody named. */
      readonly robots: boolean
    }
  | { readonly kind: 'extract'; readonly job: number; readonly modules: readonly string[]; readonly input: SentInput }
  | { readonly kind: 'abort' }

/** Bytes of a file are read where they are needed, and are not sent. */
export type SentInput = Omit<SubAgentInput, 'bytes'> & { readonly bytes: Uint8Array | 'read' }

/** What a child answers; `module` is absent if none accepts the input. */
export type FromChild =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'extracted'
      readonly job: number
      readonly module: string | undefined
      readonly extraction: Extraction | undefined
      readonly rssMb: number
    }
  | { readonly kind: 'failed'; readonly job: number; readonly error: SentError }

export type SentError = {
  readonly code: string
  readonly message: string
  readonly hint: string | undefined
  readonly details: Readonly<Record<string, unknown>>
}

/** Takes a coded error apart; details that can't be sent are left out. */
export function sentError({ code, message, hint, details }: CodedError): SentError {
  return { code, message, hint, details: JSON.parse(JSON.stringify(details)) as SentError['details'] }
}

export function receivedError({ code, message, hint, details }: SentError): CodedError {
  return new CodedError(code, message, { hint, details })
}
