export type ChainOptions = {
  /** A name or id of `chain networks`, or with `rpc` the id of any chain. Without it, the RPC tells. */
  readonly network?: string | undefined
  /** JSON-RPC over http or https. Without it, the network's public one. */
  readonly rpc?: string | undefined
  /** The identity registry, where it is not the one of the network. */
  readonly identity?: string | undefined
  readonly reputation?: string | undefined
  /** Allows sending on a chain that is not known as a test network, if `network` names it. */
  readonly mainnet?: boolean | undefined
  /** For one request, in milliseconds; 10,000 if absent. */
  readonly rpcTimeoutMs?: number | undefined
  /** Before a request that failed is sent again, in milliseconds, and twice as long each time; 100 if absent. */
  readonly rpcRetryMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}
