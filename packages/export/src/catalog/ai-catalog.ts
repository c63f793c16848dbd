export type CatalogPublisher = {
  readonly identifier: string
  readonly displayName: string
  readonly identityType?: string | undefined
}

/**
 * One thing that can be found, in a form that readers of AI Catalog and of ARD both accept.
 * @see https://ai-catalog.io/spec/
 */
export type CatalogEntry = {
  /** `urn:air:<host>:<namespace>:<name>`. */
  readonly identifier: string
  readonly displayName: string
  /** What `url` leads to; AI Catalog reads `mediaType`, ARD reads `type`. */
  readonly mediaType: string
  readonly type: string
  readonly url: string
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly version?: string | undefined
  readonly publisher?: CatalogPublisher | undefined
  readonly capabilities?: readonly string[] | undefined
  /** Two to five requests in the words of a user. */
  readonly representativeQueries?: readonly string[] | undefined
}

/** A catalogue as it is served under `/.well-known/ai-catalog.json`. */
export type AiCatalog = {
  readonly specVersion: '1.0'
  readonly host: Pick<CatalogPublisher, 'displayName' | 'identifier'>
  readonly entries: readonly CatalogEntry[]
}
