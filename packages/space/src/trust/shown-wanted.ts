import type { SpaceTrust, Want } from '@datacortex/platform'
import type { ShownCommand } from '../caller/space-command.ts'

/** A want as a document. */
export type ShownWant = Pick<Want, 'name' | 'kind' | 'value'> & {
  readonly state: 'allowed' | 'waiting'
  /** Of exactly what is wanted: by it the user allows what was shown, and nothing that took its place. */
  readonly hash: string
  /** What was allowed under this name, where that is something else by now. */
  readonly before?: string | undefined
}

/** What a space wants of this machine, as a person has to see it before saying yes to it. */
export type ShownWanted = {
  readonly state: Exclude<SpaceTrust['state'], 'own'>
  /** Why it is restricted; absent if it is not. */
  readonly reason?: SpaceTrust['reason']
  /** Settings and sources. */
  readonly wants: readonly ShownWant[]
  /** Programs and code. */
  readonly commands: readonly (ShownCommand & Pick<ShownWant, 'hash'>)[]
}
