import type { AllowedWant } from './want.ts'

/** What the user of this machine decided about a space. It lies in the user's own folder: a space can't bring its own. */
export type SpaceTrust = {
  /**
   * Restricted: nothing is written into the space, and nothing happens that it wants of this machine. Own: a program answers
   * for it itself, and all that it wants is allowed.
   */
  readonly state: 'trusted' | 'restricted' | 'own'
  /** Why it is restricted. `copied`: what was trusted is another folder, `former`. */
  readonly reason?: 'new' | 'copied' | undefined
  readonly former?: string | undefined
  /** By which the folder of the user knows it; absent if it is restricted. */
  readonly id?: string | undefined
  /** Where the space lay when it was trusted first, which its approvals and tokens name; absent if it is restricted. */
  readonly boundTo?: string | undefined
  /** What it may want. */
  readonly allowed: readonly AllowedWant[]
}
