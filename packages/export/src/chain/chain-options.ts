/** Which chain, and how it is spoken to. */
export type ChainOptions = {
  /** A name of `chain networks`. Without it, the RPC tells. */
  readonly network?: string | undefined
  /** JSON-RPC over http or https. Without it, the network's public one. */
  readonly rpc?: string | undefined
  /** The identity registry, where it is not the one of the network. */
  readonly identity?: string | undefined
  readonly reputation?: string | undefined
  /** Allows chains that are not known as test networks. */
  readonly mainnet?: boolean | undefined
  /** For one request, in milliseconds; 10,000 if absent. */
  readonly rpcTimeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}
