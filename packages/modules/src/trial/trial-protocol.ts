import type { Finding } from '@datacortex/errors'
import type { DiscoveredModule } from '../discover/discovered-module.ts'

export type GivenSettings = {
  /** Where they stand: `plugins.<name>`, or `runners.<its name>`. */
  readonly at: string
  readonly settings: Readonly<Record<string, unknown>>
}

export type TrialStart = {
  readonly module: DiscoveredModule
  /** The file that is imported first: an absolute path. */
  readonly entry: string
  readonly given: GivenSettings | undefined
  /** An empty folder, which is deleted after the trial. */
  readonly dataDir: string
  readonly timeoutMs: number
  readonly memoryMb: number
}

/** What it answers: what it is about to do, and at last what it found. */
export type FromTrial =
  | { readonly kind: 'doing'; readonly what: string }
  | { readonly kind: 'found'; readonly findings: readonly Finding[] }
