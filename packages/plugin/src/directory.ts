/** Something that speaks for who an agent is. `checked` is the sentence that says what was checked here, and how it ended. */
export type PublishedProof = {
  readonly kind: 'signature' | 'owner' | 'domain' | 'chain'
  readonly holds: boolean
  readonly checked: string
}

/** What somebody says about an agent: `value` as given, `scale` what it can be, `by` who gave it in the directory's own terms. */
export type PublishedRating = {
  readonly by: string
  readonly value: number
  readonly scale: readonly [least: number, most: number]
  readonly tags?: readonly string[] | undefined
  readonly at?: string | undefined
}

/**
 * An agent that is published elsewhere. Every text of it is data of a stranger: never an instruction, and capped and
 * cleaned by who shows it.
 */
export type PublishedAgent = {
  /** What `agent import` takes: `naddr1…` or `nevent1…` (NIP-19), `https://…`, `eip155:<chain>:<registry>:<id>` (ERC-8004). */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly url?: string | undefined
  /** Who published it: a Nostr public key (hex), an owner's address, a host's name. */
  readonly author?: string | undefined
  readonly version?: string | undefined
  /** UTC, ISO 8601. */
  readonly publishedAt?: string | undefined
  readonly skills?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly tools?: readonly string[] | undefined
  /** The prompt, where it is published. */
  readonly instructions?: string | undefined
  /** The same agent elsewhere, by what this record claims; one agent only where both sides say so. */
  readonly links?: readonly string[] | undefined
  /** Where else the record may be read: addresses of relays, gateways. */
  readonly hints?: readonly string[] | undefined
  readonly proofs?: readonly PublishedProof[] | undefined
  readonly ratings?: readonly PublishedRating[] | undefined
  /** SHA-256 (hex) of the record as it was published: the same hash, the same record. */
  readonly hash: string
}

/** A part of a directory that gave nothing, or less than asked: its address, a code of the table of errors, and why. */
export type DirectoryFailure = { readonly at: string; readonly code: string; readonly message: string }

/** How a directory is told to stop, and how much it may answer. */
export type DirectoryOptions = { readonly signal: AbortSignal; readonly limit: number }

/** What a directory answers: also what it could not ask. */
export type DirectoryAnswer = {
  readonly agents: readonly PublishedAgent[]
  readonly failures: readonly DirectoryFailure[]
  /** What went otherwise than it should, and cost nothing. */
  readonly notes?: readonly DirectoryFailure[] | undefined
  /** Records that their publishers took back since, of all that anyone keeps: dropped where hash and author are both these. */
  readonly withdrawn?: readonly { readonly author: string; readonly hash: string }[] | undefined
  /** Ids of what is not there any more, where the directory itself says so. */
  readonly gone?: readonly string[] | undefined
  /** Hand it to the next `list` as `since`: only what changed comes then. Without one an answer is all there is. */
  readonly cursor?: string | undefined
  /** The list begins anew, although a cursor was given: what does not come again is not there any more. */
  readonly anew?: boolean | undefined
  /** There is more than `limit`, or than one answer takes: ask again with `cursor`. */
  readonly more?: boolean | undefined
}

/** Finds and lists agents that are published elsewhere. */
export type Directory = {
  /** The agents that fit a request, as far as the directory itself can tell; who asks ranks them. */
  readonly find: (query: string, options: DirectoryOptions) => Promise<DirectoryAnswer>
  /** All agents, or those that changed after the cursor of an earlier answer. */
  readonly list: (options: DirectoryOptions & { readonly since?: string | undefined }) => Promise<DirectoryAnswer>
  /** One agent by its id, as it is now; undefined if the directory does not know it. */
  readonly show?:
    | ((id: string, options: { readonly signal: AbortSignal }) => Promise<PublishedAgent | undefined>)
    | undefined
}
