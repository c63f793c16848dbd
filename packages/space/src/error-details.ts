// What the messages of the errors of this package are made of.

export type VerdictOnRun = { readonly execution: string; readonly isOwn: boolean }

/** On an execution, or on whose a task is: that of `confirm`, or of nobody any longer. */
export type Verdict = VerdictOnRun | { readonly confirm: string | undefined }

export type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

export type Restricted = {
  readonly root: string
  /** The same as a word of a shell. */
  readonly word: string
  /** What is not done; undefined if all that is said is that the space is restricted. */
  readonly name: string | undefined
  /** `copied`: what its user trusts is another folder, `former`. `changed`: it wants what was not allowed. */
  readonly reason: 'new' | 'copied' | 'changed'
  readonly former: string | undefined
  readonly wants: readonly string[]
}

export type NothingImported = {
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly kind?: string | undefined }[]
  readonly empty: readonly { readonly path: string; readonly seen: string }[]
}
